/** The one style sheet of the plain pages; system fonts, nothing fetched from elsewhere. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --paper: #fbfcfd; --sheet: #ffffff; --ink: #17212b; --soft: #5a6977; --line: #dde4ea;
  --accent: #0b6fae; --good: #1c7a41; --doubt: #8f5b00; --bad: #b42318;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f151b; --sheet: #161e26; --ink: #e6edf3; --soft: #97a6b4; --line: #2a3641;
    --accent: #59b3ea; --good: #54c07f; --doubt: #e0a53d; --bad: #ff8577;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 14px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
}
header, main, footer { max-width: 1440px; margin: 0 auto; padding: 16px 24px; }
header { display: flex; gap: 16px; align-items: baseline; border-bottom: 1px solid var(--line); }
header .brand { font-weight: 600; color: var(--ink); text-decoration: none; margin-right: auto; }
footer { color: var(--soft); }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { font-size: 22px; line-height: 1.3; margin: 16px 0 0; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 32px 0 8px; }
p { margin: 8px 0; max-width: 80ch; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.verdict { font-size: 18px; margin: 16px 0; }
.good { color: var(--good); } .doubt { color: var(--doubt); } .bad { color: var(--bad); }
.strip { display: grid; grid-template-columns: repeat(6, 1fr); gap: 1px; background: var(--line); border: 1px solid var(--line); margin: 16px 0; padding: 0; }
.strip div { background: var(--sheet); padding: 16px; }
.strip dt { color: var(--soft); }
.strip dd { margin: 0; font-size: 22px; }
.strip dd small { display: block; font-size: 12px; color: var(--soft); }
.table { overflow-x: auto; border: 1px solid var(--line); background: var(--sheet); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 8px 16px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
th { color: var(--soft); font-weight: 500; position: sticky; top: 0; background: var(--sheet); }
th.name, td.name { text-align: left; white-space: normal; overflow-wrap: anywhere; }
code, pre, .id { font-family: ui-monospace, monospace; font-size: 13px; }
pre { background: var(--sheet); border: 1px solid var(--line); padding: 16px; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
form.sign-in { display: grid; gap: 8px; max-width: 420px; margin: 24px 0; }
input, button { font: inherit; color: inherit; padding: 8px; border: 1px solid var(--line); background: var(--sheet); border-radius: 4px; }
button { background: var(--accent); border-color: var(--accent); color: var(--paper); font-weight: 600; cursor: pointer; }
header button { background: none; border: 0; color: var(--accent); padding: 0; font-weight: 400; }
.method { display: inline-block; min-width: 64px; font-weight: 600; }
@media (max-width: 720px) {
  .strip { grid-template-columns: repeat(2, 1fr); }
  header, main, footer { padding: 16px; }
}
`;
