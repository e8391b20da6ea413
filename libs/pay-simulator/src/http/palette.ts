/** Font stack, sizes and colors of every page of the simulator, light and dark. The demo's pages use them too. */
export const PALETTE = `
:root{color-scheme:light dark;
--font:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;--font-code:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;
--page:#f3f4f7;--surface:#fff;--raised:#e9ecf2;--border:#d9dee7;--field-border:#7b869c;
--text:#1b2230;--muted:#55607a;--link:#0b5c72;--focus:#0b7a99;
--brand:#12303b;--on-brand:#fff;--action:#0b5c72;--on-action:#fff;
--good:#14532d;--good-surface:#dff3e4;--bad:#8c1d18;--bad-surface:#fbe3e1;--wait:#5a4300;--wait-surface:#fff0c2}
@media (prefers-color-scheme:dark){:root{
--page:#12171d;--surface:#1b222b;--raised:#27313d;--border:#35404e;--field-border:#8592a6;
--text:#e8ecf2;--muted:#a9b4c4;--link:#7fd3ea;--focus:#7fd3ea;
--brand:#0c232c;--on-brand:#e8f6fb;--action:#7fd3ea;--on-action:#06222b;
--good:#a5e3b9;--good-surface:#173524;--bad:#ffb4ab;--bad-surface:#43201e;--wait:#f7d98a;--wait-surface:#3a2f10}}
`;
