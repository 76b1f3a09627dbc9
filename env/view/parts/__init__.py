"""Parts of a screen: panels, timeline, menus, tools."""
