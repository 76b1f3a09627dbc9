"""Tiled's maps, .tmx and .tmj: made plain, parsed, and read by what their tiles, layers and objects are called."""
