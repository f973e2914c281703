/** The styles of the button, and of the one beside selected text. */
export const style = `
:host{all:initial}
.d{position:fixed;z-index:2147483000;font:600 15px/1.2 var(--docent-font,system-ui);padding:.8em 1.2em;border:1px solid #0000;border-radius:2em;background:var(--a);color:var(--t);box-shadow:0 4px 16px #0003;cursor:pointer}
.d:focus-visible{outline:3px solid var(--a);outline-offset:3px}
.open{bottom:max(20px,env(safe-area-inset-bottom));right:20px}
.bottom-left{right:auto;left:20px}
[hidden],.none:not(.b){display:none}
@media print{.d{display:none}}`;
