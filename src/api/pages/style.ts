/** Style sheet of server-rendered pages. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --paper: #fbfcfd; --sheet: #ffffff; --ink: #17212b; --soft: #5a6977; --line: #dde4ea; --edge: #76858f;
  --accent: #0b6fae; --good: #1c7a41; --doubt: #8f5b00; --bad: #b42318;
  --p50: #5aa9d6; --p95: #1f78b4; --p99: #0b3c66; --bars: #a9c9dd;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f151b; --sheet: #161e26; --ink: #e6edf3; --soft: #97a6b4; --line: #2a3641; --edge: #6f8090;
    --accent: #59b3ea; --good: #54c07f; --doubt: #e0a53d; --bad: #ff8577;
    --p50: #2f7fb3; --p95: #59b3ea; --p99: #c4e6fb; --bars: #2f5670;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 14px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
}
main, header { max-width: 1440px; margin: 0 auto; padding: 16px 24px; }
header { display: flex; gap: 16px; align-items: baseline; border-bottom: 1px solid var(--line); }
header a { text-underline-offset: 3px; }
header .brand { font-weight: 600; color: var(--ink); text-decoration: none; margin-right: auto; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { font-size: 22px; line-height: 1.3; margin: 8px 0 0; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 32px 0 8px; }
p { margin: 8px 0; max-width: 80ch; overflow-wrap: anywhere; }
p.wide, p.verdict { max-width: 140ch; }
p.notes { white-space: pre-wrap; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.verdict { font-size: 18px; margin: 16px 0 8px; font-weight: 500; }
.good { color: var(--good); } .doubt { color: var(--doubt); } .bad { color: var(--bad); }
.strip { display: grid; grid-template-columns: repeat(6, 1fr); gap: 1px; background: var(--line); border: 1px solid var(--line); margin: 16px 0; padding: 0; }
.strip div { background: var(--sheet); padding: 16px; }
.strip dt { color: var(--soft); }
.strip dd { margin: 0; font-size: 22px; }
.strip dd small { display: block; font-size: 12px; color: var(--soft); }
.table { overflow-x: auto; border: 1px solid var(--line); background: var(--sheet); }
table { border-collapse: collapse; width: 100%; }
.table:focus-visible { outline-offset: 0; }
th, td { padding: 6px 16px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); vertical-align: baseline; }
tbody tr:last-child td { border-bottom: 0; }
tfoot td { border-top: 1px solid var(--line); border-bottom: 0; font-weight: 600; }
th { color: var(--soft); font-weight: 500; }
th.name, td.name, th.text, td.text { text-align: left; }
td.name { white-space: normal; min-width: 12ch; overflow-wrap: break-word; } td.name code { white-space: nowrap; }
td.text { white-space: normal; min-width: 32ch; max-width: 80ch; overflow-wrap: anywhere; }
code, pre, .id { font-family: ui-monospace, monospace; font-size: 13px; }
pre { background: var(--sheet); border: 1px solid var(--line); padding: 16px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.wrong { border-left: 3px solid var(--bad); }
.charts { border: 1px solid var(--line); background: var(--sheet); padding: 8px 16px; }
figure { display: grid; grid-template-columns: 72px 1fr; column-gap: 8px; margin: 8px 0 16px; }
figcaption { grid-column: 2; font-weight: 500; margin-bottom: 4px; }
.y { display: flex; flex-direction: column; justify-content: space-between; text-align: right; font-size: 12px; line-height: 1; color: var(--soft); margin: -6px 0; white-space: nowrap; }
.charts .x { display: flex; justify-content: space-between; margin-left: 80px; font-size: 12px; color: var(--soft); }
svg { display: block; width: 100%; height: 120px; overflow: visible; }
svg path { vector-effect: non-scaling-stroke; fill: none; }
svg .rule { stroke: var(--line); stroke-width: 1; }
svg .line { stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
svg .line.p50 { stroke: var(--p50); } svg .line.p95 { stroke: var(--p95); } svg .line.p99 { stroke: var(--p99); }
svg .line.users { stroke: var(--soft); stroke-dasharray: 4 3; }
svg .bar.all { fill: var(--bars); } svg .bar.failed { fill: var(--bad); }
svg .hover rect { fill: transparent; } svg .hover rect:hover { fill: var(--line); fill-opacity: 0.5; }
.key { font-weight: 400; font-size: 12px; color: var(--soft); margin-left: 8px; white-space: nowrap; }
.key::before { content: ""; display: inline-block; width: 12px; height: 3px; margin-right: 4px; vertical-align: middle; background: var(--ink); }
.key.p50::before { background: var(--p50); } .key.p95::before { background: var(--p95); } .key.p99::before { background: var(--p99); }
.key.all::before, .key.failed::before { height: 8px; } .key.all::before { background: var(--bars); } .key.failed::before { background: var(--bad); }
.receipt { max-width: 420px; margin: 8px 0; border-top: 1px solid var(--line); }
.receipt div { display: flex; justify-content: space-between; padding: 4px 0; border-bottom: 1px dashed var(--line); }
.receipt dt { color: var(--soft); } .receipt dd { margin: 0; }
ul { margin: 8px 0; padding-left: 20px; } li { overflow-wrap: anywhere; }
form.sign-in { display: grid; gap: 8px; max-width: 420px; margin: 24px 0; }
input, button { font: inherit; color: inherit; padding: 8px; border: 1px solid var(--edge); background: var(--sheet); border-radius: 4px; }
button { background: var(--accent); border-color: var(--accent); color: var(--paper); font-weight: 600; cursor: pointer; }
header button { background: none; border: 0; color: var(--accent); padding: 0; font-weight: 400; text-decoration: underline; text-underline-offset: 3px; border-radius: 0; }
form.answer { display: flex; gap: 16px; margin: 24px 0; }
form.answer button { padding: 8px 24px; }
button.quiet { background: none; color: var(--accent); }
form.code { display: grid; gap: 8px; max-width: 280px; margin: 24px 0; }
form.code input { font: 22px/1.5 ui-monospace, monospace; letter-spacing: 2px; text-transform: uppercase; }
.manual { max-width: 110ch; }
.manual h1 { margin-bottom: 16px; } .manual h3 { font-size: 14px; margin: 24px 0 8px; } .manual p, .manual li { max-width: 90ch; }
.manual .table { margin: 16px 0; } .manual td, .manual th { white-space: normal; min-width: 10ch; vertical-align: top; }
.manual td:first-child { min-width: 16ch; max-width: 36ch; }
.method { display: inline-block; min-width: 64px; font-weight: 600; }
@media (max-width: 720px) {
  .strip { grid-template-columns: repeat(2, 1fr); }
  .strip div { padding: 8px 16px; }
  th, td { padding: 8px; }
  th.name:first-child, td.name:first-child { position: sticky; left: 0; background: var(--sheet); max-width: 45vw; box-shadow: 1px 0 var(--line); }
  td.text { min-width: 24ch; }
  td.name code { white-space: normal; overflow-wrap: anywhere; }
  figure { grid-template-columns: 56px 1fr; }
  .charts .x { margin-left: 64px; }
  .charts .x span:nth-child(even) { display: none; }
  header, main { padding: 16px; }
}
`;
