/** The style sheet of the HTML report, in light and dark. */
export const htmlStyle = `
:root { --ground: #fbfbfa; --ink: #1d2125; --quiet: #626a73; --line: #dfe2e5; --paper: #fff; --good: #176b3a; --bad: #b3261e; --warn: #8a5a00; --code: #f1f3f4; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --ink: #e6e9ec; --quiet: #9aa4ae; --line: #2d3339; --paper: #1b1f23; --good: #6fce97; --bad: #ff8a80; --warn: #f0b94b; --code: #22272c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
header, main { max-width: 1080px; margin: 0 auto; padding: 24px; }
header { border-bottom: 1px solid var(--line); border-top: 6px solid var(--good); }
header.bad { border-top-color: var(--bad); }
header.unsure { border-top-color: var(--warn); }
header p { margin: 4px 0; color: var(--quiet); }
h1 { margin: 0; font-size: 28px; color: var(--good); }
.bad h1 { color: var(--bad); }
.unsure h1 { color: var(--warn); }
h2 { margin: 36px 0 12px; font-size: 20px; }
h3 { margin: 24px 0 6px; font-size: 16px; }
h4 { margin: 12px 0 4px; font-size: 13px; color: var(--quiet); }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
code { background: var(--code); padding: 1px 4px; border-radius: 3px; overflow-wrap: anywhere; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 6px; padding: 10px 12px; margin: 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.tally { display: flex; flex-wrap: wrap; gap: 20px; list-style: none; padding: 0; margin: 16px 0 0; }
.tally b { font-size: 24px; }
.tally .pass b, .verdict.pass { color: var(--good); }
.tally .fail b, .verdict.fail { color: var(--bad); }
.tally .warn b, .verdict.warn { color: var(--warn); }
.tally .none b, .tally .skipped b, .verdict.skipped { color: var(--quiet); }
.finding { background: var(--paper); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 6px; padding: 4px 16px 14px; margin: 12px 0; }
.finding.warn { border-left-color: var(--warn); }
.finding h3 { margin-top: 12px; }
.contents { list-style: none; padding: 0; margin: 0 0 16px; }
.contents .id { display: inline-block; min-width: 40px; }
.rule, .quiet, small { color: var(--quiet); margin: 2px 0 10px; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.coverage { margin: 6px 0; }
.coverage .what { display: inline-block; width: 110px; }
.coverage .bar { display: inline-block; width: min(420px, 45%); height: 10px; background: var(--line); border-radius: 5px; overflow: hidden; vertical-align: middle; }
.coverage .bar i { display: block; height: 100%; background: var(--good); }
.coverage .of { margin-left: 12px; color: var(--quiet); font-variant-numeric: tabular-nums; }
div.coverage { padding-left: 15px; }
.coverage p { line-height: 1.9; }
table { width: 100%; border-collapse: collapse; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
td { padding: 7px 10px; border-top: 1px solid var(--line); vertical-align: top; }
tr:first-child td { border-top: 0; }
th { padding: 7px 10px; text-align: left; font-size: 13px; color: var(--quiet); border-bottom: 1px solid var(--line); }
.id { font: 13px ui-monospace, monospace; color: var(--quiet); white-space: nowrap; }
.verdict { font-weight: 600; white-space: nowrap; }
td.number, th.number { text-align: right; }
td.number { white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--quiet); }
a { color: inherit; }
.figures { overflow-x: auto; }
.histograms { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 16px; margin: 12px 0; }
figure { background: var(--paper); border: 1px solid var(--line); border-radius: 6px; margin: 0; padding: 10px 14px; display: flex; flex-direction: column; justify-content: space-between; }
figure svg { width: 100%; height: auto; margin-top: 8px; border-bottom: 1px solid var(--line); }
figure rect { fill: var(--good); }
.ends { display: flex; justify-content: space-between; margin: 4px 0 0; font-size: 12px; color: var(--quiet); }
@media (max-width: 600px) {
  header, main { padding: 16px 12px; }
  td { padding: 6px; overflow-wrap: anywhere; }
  td.number { display: none; }
  .figures td.number { display: table-cell; }
  .figures td { overflow-wrap: normal; }
  .figures td:first-child { min-width: 130px; }
  .coverage .bar { width: 25%; }
}
`;
