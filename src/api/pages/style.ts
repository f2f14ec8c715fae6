/** Style sheet of server-rendered pages. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --paper: #fbfcfd; --sheet: #ffffff; --ink: #17212b; --soft: #5a6977; --line: #dde4ea; --edge: #76858f;
  --accent: #0b6fae; --bad: #b42318;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f151b; --sheet: #161e26; --ink: #e6edf3; --soft: #97a6b4; --line: #2a3641; --edge: #6f8090;
    --accent: #59b3ea; --bad: #ff8577;
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
.soft { color: var(--soft); }
.bad { color: var(--bad); }
.table { overflow-x: auto; border: 1px solid var(--line); background: var(--sheet); }
table { border-collapse: collapse; width: 100%; }
.table:focus-visible { outline-offset: 0; }
th, td { padding: 6px 16px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); vertical-align: baseline; }
tbody tr:last-child td { border-bottom: 0; }
th { color: var(--soft); font-weight: 500; }
th.name, td.name, th.text, td.text { text-align: left; }
td.name { white-space: normal; min-width: 12ch; overflow-wrap: break-word; } td.name code { white-space: nowrap; }
td.text { white-space: normal; min-width: 32ch; max-width: 80ch; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
pre { background: var(--sheet); border: 1px solid var(--line); padding: 16px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.wrong { border-left: 3px solid var(--bad); }
ul { margin: 8px 0; padding-left: 20px; } li { overflow-wrap: anywhere; }
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
  th, td { padding: 8px; }
  th.name:first-child, td.name:first-child { position: sticky; left: 0; background: var(--sheet); max-width: 45vw; box-shadow: 1px 0 var(--line); }
  td.text { min-width: 24ch; }
  td.name code { white-space: normal; overflow-wrap: anywhere; }
  header, main { padding: 16px; }
}
`;
