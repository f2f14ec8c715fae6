#!/bin/bash
# How a Jenkins job of the hosted service's users builds: start, wait, report, and judge by two whole numbers.
set -e
set -u

flood_uuid=$(curl --silent -u "$FLOOD_API_TOKEN": -X POST "$FLOOD_API/floods" \
  -F "flood[tool]=jmeter" \
  -F "flood[threads]=2" \
  -F "flood[rampup]=0" \
  -F "flood[duration]=120" \
  -F "flood[privacy]=public" \
  -F "flood[project]=CI Pipeline" \
  -F "flood[name]=Build $BUILD_NUMBER" \
  -F "flood[tag_list]=ci,load" \
  -F "flood_files[]=@$1" | jq -r ".uuid")

echo "Waiting for flood $flood_uuid to finish"
while [ "$(curl --silent --user "$FLOOD_API_TOKEN": "$FLOOD_API/floods/$flood_uuid" | jq -r '.status == "finished"')" = "false" ]; do
  echo -n "."
  sleep 3
done

flood_report=$(curl --silent --user "$FLOOD_API_TOKEN": "$FLOOD_API/floods/$flood_uuid/report" | jq -r ".summary")
echo "$flood_report"

error_rate=$(curl --silent --user "$FLOOD_API_TOKEN": "$FLOOD_API/floods/$flood_uuid" | jq -r ".error_rate")
response_time=$(curl --silent --user "$FLOOD_API_TOKEN": "$FLOOD_API/floods/$flood_uuid" | jq -r ".response_time")

if [ $error_rate -gt 0 ]; then
  echo "Flood test failed with error rate $error_rate%"
  exit 1
fi
if [ $response_time -gt 3000 ]; then
  echo "Flood test failed with response time ${response_time}ms"
  exit 2
fi
echo "Flood test passed with error rate $error_rate% and response time ${response_time}ms"
