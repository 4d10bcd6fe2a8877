#!/bin/sh
# Imports last year's harvest.
set -eu
curl --fail "$1/harvest" > data/harvest.json
echo "imported"
