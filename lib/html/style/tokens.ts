/**
 * The measures and colours that everything is made of. Ink on paper with one accent, a ledger green, that always means "open" or "paid".
 * Every pair of text and ground is at least 4.5 to 1 in both schemes; lines that carry meaning at least 3 to 1.
 */
export const tokens = `
:root {
  color-scheme: light dark;
  --paper: #f6f7f2;
  --card: #fdfdfa;
  --ink: #15201a;
  --soft: #525e57;
  --line: #d8dcd2;
  --edge: #7d887f;
  --accent: #0a6742;
  --warn: #875800;
  --bad: #a3271f;
  --on-accent: #ffffff;
  --wash: #e4efe6;
  --code: #eef0e9;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --wide: 70rem;
  --gap: clamp(1rem, 4vw, 2rem);
  --rise: clamp(2.5rem, 7vw, 4.5rem);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1512;
    --card: #161d19;
    --ink: #e8ede9;
    --soft: #a3b0a8;
    --line: #2a342e;
    --edge: #76837b;
    --accent: #74d7a6;
    --warn: #e3b55f;
    --bad: #ff9a8f;
    --on-accent: #0a1d13;
    --wash: #172a20;
    --code: #1a221d;
  }
}
`
