#!/bin/sh
# Imports the harvest from the old spreadsheet.
set -eu
ssconvert harvest.xls harvest.csv
while IFS=, read -r crate variety kilos; do
  echo "{\"id\":\"$crate\",\"variety\":\"$variety\",\"kilos\":$kilos}"
done < harvest.csv > data/harvest.json
