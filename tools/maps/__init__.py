"""From one desert in latitude and longitude to the map files of the five games."""
