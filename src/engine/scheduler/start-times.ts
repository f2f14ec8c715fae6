/** JMeter's built-in start time variables. JMeter and test start are the same moment here. */
export function startTimes(nowMs: number): ReadonlyMap<string, string> {
  const ms = String(Math.floor(nowMs));
  const now = new Date(nowMs);
  const digits = (...numbers: number[]) => numbers.map((each) => String(each).padStart(2, '0')).join('');
  return new Map([
    ['START.MS', ms],
    ['START.YMD', digits(now.getFullYear(), now.getMonth() + 1, now.getDate())],
    ['START.HMS', digits(now.getHours(), now.getMinutes(), now.getSeconds())],
    ['TESTSTART.MS', ms],
  ]);
}
