#!/bin/sh
# A load test as a step of any pipeline: runs the plan, fails the step if a threshold is not met, and writes
# result.xml (JUnit), comment.md (for a pull request) and result.csv to $OUT.
# Usage: SPATE_URL=… SPATE_TOKEN=… load-test.sh plan.jmx [data.csv …]
# A service with its own CA: export NODE_EXTRA_CA_CERTS=<its ca.pem>
set -eu

SPATE=${SPATE:-spate} # or: <clone of Spate>/bin/spate.mjs
OUT=${OUT:-load-test}
mkdir -p "$OUT"
rm -f "$OUT/result.xml" "$OUT/result.csv"

code=0
# $SPATE may be several words.
# shellcheck disable=SC2086
$SPATE run "$@" \
  --threads "${THREADS:-10}" --rampup "${RAMPUP:-10s}" --duration "${DURATION:-2m}" \
  --name "${NAME:-From a script}" --project "${PROJECT:-Default}" --tag ci \
  --fail-if "p95 > ${P95:-800ms}" --fail-if "errors > ${ERRORS:-1%}" \
  --stop-on-interrupt --junit "$OUT/result.xml" --markdown > "$OUT/comment.md" || code=$?

cat "$OUT/comment.md"
case $code in
  0 | 2)
    # The id of this run: "last" could be a run of another pipeline.
    run=$(sed -n 's/.*<property name="run" value="\([^"]*\)".*/\1/p' "$OUT/result.xml")
    $SPATE results "$run" --output "$OUT/result.csv"
    ;;
  *) echo "The load test could not run (exit code $code)." >&2 ;;
esac
exit "$code"
