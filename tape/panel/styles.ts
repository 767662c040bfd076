/** Styles inside the panel's shadow root, so that panel and app do not affect each other. */
export const ROW_HEIGHT = 24;

export const STYLES = `
:host { all: initial; }
.panel {
  color-scheme: light dark; --ink: light-dark(#17202e, #e8ecf4); --quiet: light-dark(#55617a, #a5b0c5);
  --ground: light-dark(#fff, #141b29); --sunk: light-dark(#eef1f6, #1e2738); --line: light-dark(#7f8ba0, #65728a);
  --accent: light-dark(#2443b0, #9db5ff); --on: light-dark(#fff, #10182a); --bad: light-dark(#a8132a, #ff9aa8);
  position: fixed; inset: auto 8px 8px 8px; z-index: 2147483000; display: flex; flex-direction: column; max-height: 50vh;
  border: 1px solid var(--line); border-radius: 8px; background: var(--ground); color: var(--ink);
  font: 12px/1.5 system-ui, sans-serif;
}
.panel.is-page { position: static; height: 100vh; max-height: none; }
.panel.is-small { left: auto; max-width: calc(100vw - 16px); }
.title { overflow: hidden; max-width: 100%; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.count { color: var(--quiet); font-variant-numeric: tabular-nums; }
input[type='range'] { flex: 1 1 160px; min-width: 120px; accent-color: var(--accent); }
.bar { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; padding: 8px; }
[hidden] { display: none !important; }
button, .file, input[type='search'], select {
  min-height: 28px; padding: 0 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--ground);
  color: var(--ink); font: inherit; box-sizing: border-box;
}
button, .file { cursor: pointer; }
.file { display: inline-flex; align-items: center; }
.file input { position: absolute; width: 1px; height: 1px; opacity: 0; }
button:disabled { color: var(--quiet); cursor: default; }
:focus-visible, .file:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
.notice { margin: 0; padding: 0 8px; }
.notice[data-bad] { color: var(--bad); }
.body { display: grid; grid-template-columns: minmax(0, 2fr) minmax(220px, 1fr); min-height: 160px; flex: 1; overflow: hidden; }
.grid { min-height: 0; overflow: auto; border-top: 1px solid var(--line); }
.top { position: sticky; z-index: 1; top: 0; width: var(--width); }
.row { display: grid; height: ${ROW_HEIGHT}px; grid-template-columns: var(--columns); white-space: nowrap; }
.head { background: var(--sunk); font-weight: 600; }
.rows { position: relative; width: var(--width); }
.rows .row { position: absolute; contain: strict; right: 0; left: 0; cursor: default; }
.row > div { overflow: hidden; padding: 0 6px; line-height: ${ROW_HEIGHT}px; text-overflow: ellipsis; }
.row[aria-selected='true'] { background: var(--accent); color: var(--on); }
.row[data-kind='intent'] { font-weight: 600; }
.row[data-break] > div:first-child::before { content: '● '; color: var(--bad); }
.row[aria-selected='true'][data-break] > div:first-child::before { color: inherit; }
.detail { min-height: 0; overflow: auto; border-top: 1px solid var(--line); border-left: 1px solid var(--line); padding: 8px; }
h2 { margin: 8px 0 4px; font-size: 12px; }
h2:first-child { margin-top: 0; }
pre, .quiet { margin: 0; color: var(--quiet); }
pre { overflow-wrap: anywhere; font: 12px/1.4 ui-monospace, monospace; white-space: pre-wrap; }
ul { margin: 0; padding-left: 16px; }
@media (pointer: coarse) {
  button, .file, input[type='search'], select { min-height: 44px; }
}
@media (max-width: 700px) {
  .body { grid-template-columns: minmax(0, 1fr); overflow: auto; }
  .grid { min-height: 180px; }
  .detail { border-left: 0; }
}
`;
