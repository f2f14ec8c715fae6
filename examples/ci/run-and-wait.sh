#!/usr/bin/env bash
# Creates a run, waits until it has finished, prints the summary and saves the results.
# Requires curl and jq. Usage: SPATE_URL=… SPATE_TOKEN=… run-and-wait.sh plan.jmx [data.csv …]
# For a service with its own CA: export CURL_CA_BUNDLE=<data folder>/ca.pem
set -euo pipefail

files=()
for file in "$@"; do files+=(-F "run_files[]=@$file"); done

run=$(curl --silent --fail-with-body -u "$SPATE_TOKEN:" -X POST "$SPATE_URL/runs" \
  -F "run[tool]=jmeter" \
  -F "run[threads]=${THREADS:-5}" \
  -F "run[project]=${PROJECT:-Default}" \
  -F "run[privacy]=public" \
  -F "run[name]=${NAME:-From a script}" \
  -F "run[grids][][infrastructure]=demand" \
  -F "run[grids][][instance_quantity]=1" \
  -F "run[grids][][region]=us-east-1" \
  -F "run[grids][][instance_type]=m5.xlarge" \
  -F "run[grids][][stop_after]=15" \
  "${files[@]}")
uuid=$(jq --raw-output .uuid <<<"$run")
echo "run $uuid"

while [ "$(curl --silent -u "$SPATE_TOKEN:" "$SPATE_URL/runs/$uuid" | jq '.status == "finished"')" = "false" ]; do
  sleep 3
done

curl --silent -u "$SPATE_TOKEN:" "$SPATE_URL/runs/$uuid/report" | jq --raw-output .summary
curl --silent -u "$SPATE_TOKEN:" "$SPATE_URL/runs/$uuid/result.csv" > result.csv
error_rate=$(curl --silent -u "$SPATE_TOKEN:" "$SPATE_URL/runs/$uuid" | jq --raw-output .error_rate)
if [ "$error_rate" -gt 0 ]; then
  echo "error rate of $error_rate %"
  exit 1
fi
