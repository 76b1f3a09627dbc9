"""Tiled's maps, .tmx and .tmj: simplified, parsed, and read by the names of their tiles, layers and objects."""
