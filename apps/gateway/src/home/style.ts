/** The style sheet of the home page: the colors of sites in their default look, light or dark as the browser prefers. */
export const style = `
:root{color-scheme:light dark;--text:light-dark(#1b1f24,#e6e9ee);--soft:light-dark(#57606a,#a4adb8);--line:light-dark(#d8dee4,#363c45);--tint:light-dark(#f5f7f9,#1e232a);--back:light-dark(#ffffff,#15181d);--primary:light-dark(#0550ae,#79b8ff);--on-primary:light-dark(#ffffff,#0b1524)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;font:1rem/1.6 system-ui,sans-serif;color:var(--text);background:var(--back);overflow-wrap:anywhere}
a{color:var(--primary)}
:focus-visible{outline:3px solid var(--primary);outline-offset:2px}
header,main,footer{width:100%;max-width:68rem;margin:0 auto;padding:0 1.5rem}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem;padding-top:1rem;padding-bottom:1rem}
.mark{display:flex;align-items:center;gap:.6rem;font-size:1.1rem;font-weight:700;color:inherit;text-decoration:none}
.mark span{width:1.1rem;height:1.4rem;border-radius:.15rem .3rem .3rem .15rem;border-inline-start:.3rem solid var(--text);background:var(--primary)}
nav{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem 1.4rem}
nav a:not(.button){color:inherit;text-decoration:none}
nav a:not(.button):hover{text-decoration:underline}
.button{display:inline-block;padding:.4rem 1rem;border:1px solid var(--primary);border-radius:.4rem;color:var(--on-primary);background:var(--primary);font-weight:600;text-decoration:none}
.button.large{padding:.65rem 1.4rem}
.button.plain{color:var(--text);background:transparent;border-color:var(--line)}
.button:hover{filter:brightness(1.08)}
.button.plain:hover{border-color:var(--primary)}
main{flex:1}
.lead{padding:clamp(2rem,7vw,5rem) 0 clamp(1.5rem,4vw,3rem)}
.host{margin:0;color:var(--primary);font-weight:600}
h1{max-width:20ch;margin:.3rem 0 .8rem;font-size:clamp(2rem,5vw,3.2rem);line-height:1.12;letter-spacing:-.02em;text-wrap:balance}
.lead p:not([class]){margin:0;max-width:60ch;font-size:1.15rem;color:var(--soft)}
.actions{display:flex;flex-wrap:wrap;gap:.8rem;margin:1.6rem 0 0}
section+section{padding:1.5rem 0}
h2{margin:0 0 1rem;padding-top:1.5rem;border-top:1px solid var(--line);font-size:1.25rem}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:1rem;margin:0;padding:0;list-style:none}
.cards li{position:relative;padding:1.1rem 1.2rem;border:1px solid var(--line);border-radius:.6rem;background:var(--tint)}
.cards li:hover{border-color:var(--primary)}
.cards a{font-weight:600;text-decoration:none}
.cards a::after{content:"";position:absolute;inset:0;border-radius:.6rem}
.cards a:focus-visible{outline:0}
.cards a:focus-visible::after{outline:3px solid var(--primary);outline-offset:2px}
.cards p{margin:.2rem 0 0;color:var(--soft);font-size:.94rem}
.sites li{padding-inline-start:4.4rem;min-height:4.8rem}
.sites p{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.initial{position:absolute;inset-inline-start:1.2rem;top:1.2rem;display:grid;place-items:center;width:2.4rem;height:2.4rem;border-radius:.5rem;color:var(--on-primary);background:var(--primary);font-weight:700}
.empty{margin:1rem 0 0;color:var(--soft)}
footer{padding-top:2rem;padding-bottom:2rem;color:var(--soft);font-size:.9rem}
@media (max-width:30rem){header,main,footer{padding-left:1rem;padding-right:1rem}nav a:not(.button){display:none}}
@media print{nav,.actions{display:none}}
`.trim();
