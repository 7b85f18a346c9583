/** Styles of a report page: light and dark, print and narrow screens. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --ink: #1b2330; --soft: #5b6675; --line: #e1e5ea;
  --good: #2f8f6b; --bad: #c8443f; --open: #b9c1cb; --accent: #2f5fb3; --chip: #eef1f5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161c; --card: #1a2028; --ink: #e6eaf0; --soft: #98a3b2; --line: #2b333e;
    --good: #46b389; --bad: #ef6f69; --open: #4a5563; --accent: #7ba4ee; --chip: #242c36;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 980px; margin: 0 auto; padding: 40px 24px 56px; }
header { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: baseline; }
h1 { font-size: 26px; line-height: 1.2; margin: 0; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 0 0 14px; }
.state { font-size: 13px; font-weight: 600; border-radius: 999px; padding: 3px 12px; color: var(--card); background: var(--good); }
.state.failures { background: var(--bad); }
.state.held, .state.paused, .state.interrupted, .state.undone { background: var(--soft); }
.facts { margin: 10px 0 28px; color: var(--soft); overflow-wrap: anywhere; }
.facts span + span::before { content: "·"; margin: 0 8px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(138px, 1fr)); gap: 14px; margin: 0 0 14px; padding: 0; }
.card, section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.card { padding: 14px 18px; }
.card dt { color: var(--soft); font-size: 13px; }
.card dd { margin: 2px 0 0; font-size: 24px; font-weight: 650; font-variant-numeric: tabular-nums; white-space: nowrap; }
.card dd small { font-size: 13px; font-weight: 400; color: var(--soft); }
.card.good dd { color: var(--good); } .card.bad dd { color: var(--bad); }
section { padding: 20px 22px; margin: 14px 0; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--ink); font-size: 13px; }
svg .tick { fill: var(--soft); font-size: 12px; } svg .strong { fill: var(--ink); font-weight: 600; }
svg .mono, code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
svg .grid { stroke: var(--line); } svg .mean { stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 5 4; }
svg .pause { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 2 4; }
.good { fill: var(--good); } .bad { fill: var(--bad); } .open { fill: var(--open); }
.legend { display: flex; flex-wrap: wrap; gap: 6px 18px; margin: 12px 0 0; padding: 0; list-style: none; color: var(--soft); font-size: 13px; }
.legend li::before { content: ""; display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 7px; background: currentColor; }
.legend .good::before { background: var(--good); } .legend .bad::before { background: var(--bad); }
.legend .open::before { background: var(--open); }
.scroll { overflow-x: auto; } .plot + .scroll { margin-top: 22px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 8px 14px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th { text-align: left; color: var(--soft); font-weight: 600; font-size: 13px; white-space: nowrap; }
td.word { overflow-wrap: normal; }
tr:last-child td { border-bottom: 0; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td code { font-size: 13px; background: var(--chip); border-radius: 5px; padding: 1px 6px; white-space: nowrap; }
.note { color: var(--soft); margin: 12px 0 0; font-size: 13px; }
footer { color: var(--soft); font-size: 13px; margin-top: 26px; }
@media (max-width: 560px) { main { padding: 24px 14px 40px; } section { padding: 16px 14px; }
  svg text { font-size: 25px; } svg .tick { font-size: 23px; } .codes, svg .key { display: none; }
  th, td { padding-right: 10px; } td code { white-space: normal; } }
@media print { body { background: none; } .card, section { break-inside: avoid; } }
`;
