/** The common rules of all pages: background, text, and accessibility without a mouse or with a screen reader. */
const baseRules = `
:root{color-scheme:light;--top:3.75rem;scrollbar-gutter:stable}
:root:has(.sections){--top:6.5rem}
:root[data-theme=dark]{color-scheme:dark}
@media (prefers-color-scheme:dark){:root[data-theme=auto]{color-scheme:dark}[data-theme=auto] .in-light{display:none!important}}
@media not (prefers-color-scheme:dark){[data-theme=auto] .in-dark{display:none!important}}
[data-theme=dark] .in-light,:root:not([data-theme=dark],[data-theme=auto]) .in-dark{display:none!important}
*{box-sizing:border-box}
html{scroll-padding-top:calc(var(--top) + 1rem);-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;font:1rem/1.65 var(--font);color:var(--text);background:var(--ground);overflow-wrap:break-word;-webkit-font-smoothing:antialiased}
a{color:var(--link);text-decoration-thickness:var(--link-line);text-underline-offset:.2em}.content a{text-decoration-color:var(--link-edge)}
a:hover{text-decoration-thickness:calc(var(--link-line) + 1px)}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px;border-radius:var(--corner-small)}
main:focus{outline:0}
::selection{background:var(--primary-edge)}
ul,ol{padding-inline-start:1.5rem}li{margin:.3rem 0}
img,video{max-width:100%;height:auto}
mark{color:var(--text);background:var(--warning-edge);border-radius:.2em}
kbd{padding:.1em .45em;font:.8em/1.5 ui-monospace,Menlo,Consolas,monospace;background:var(--panel);border:1px solid var(--line);border-bottom-width:2px;border-radius:var(--corner-small)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--back);z-index:9}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.icon{flex:none;display:inline-block;width:1.25em;height:1em;margin-inline-end:.4em;vertical-align:-.125em;fill:currentColor;overflow:visible}
input,textarea{font:inherit;color:inherit;padding:.5rem .8rem;min-width:0;background:var(--back);border:1px solid var(--line);border-radius:var(--corner)}
button{font:inherit;color:inherit;cursor:pointer}
summary{cursor:pointer}
.bare{display:inline-grid;place-items:center;min-width:2.25rem;height:2.25rem;padding:0 .4rem;background:none;border:0;border-radius:var(--corner);color:inherit}
.bare:hover{background:var(--fill);color:var(--text)}.bare .icon{margin:0}
@media (scripting:none){.theme,.print-page{display:none!important}}
@media (prefers-reduced-motion:no-preference){:root{scroll-behavior:smooth}a,button,summary,.cards>li{transition:background-color .12s,border-color .12s,color .12s,box-shadow .12s}}
`;

/** The rows at the top: they stay while the page scrolls. */
const headerRules = `
.announcement{padding:.55rem 1.5rem;text-align:center;font-size:.92rem;background:var(--info-wash);border-bottom:1px solid var(--info-edge)}
.announcement p{margin:0}.announcement a{color:inherit;font-weight:600}
.announcement.warning{background:var(--warning-wash);border-color:var(--warning-edge)}.announcement.danger{background:var(--danger-wash);border-color:var(--danger-edge)}.announcement.success{background:var(--success-wash);border-color:var(--success-edge)}
.top{position:sticky;top:0;z-index:4;color:var(--top-text);background:var(--top-back);border-bottom:1px solid var(--top-line)}
.bar{display:flex;gap:.75rem;align-items:center;height:calc(3.75rem - 1px);padding:0 1.5rem;max-width:92rem;margin:auto}
.brand{display:flex;gap:.6rem;align-items:center;min-width:0;font-size:1.06rem;font-weight:600;letter-spacing:-.01em;color:inherit;text-decoration:none}
.brand span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.brand img{flex:none;height:1.75rem;width:auto}
.find{display:flex;gap:.2rem;align-items:center;height:2.35rem;padding:0 .7rem;color:var(--soft);background:var(--back);text-decoration:none;font-size:.94rem;border:1px solid var(--line);border-radius:var(--corner-button);box-shadow:var(--shadow)}
.find:hover{border-color:var(--soft);color:var(--text)}
.find kbd{margin-inline-start:auto}
.prominent{flex:0 1 22rem;margin-inline:auto}.subtle{margin-inline-start:auto}
.menus{display:flex;gap:.25rem 1.1rem;align-items:center;font-size:.94rem}
.top nav ul{display:flex;gap:.25rem 1.4rem;margin:0;padding:0;list-style:none}
.top li{margin:0}
.top nav a:not(.button),.top summary,.sign-out{color:inherit;text-decoration:none}
.top nav :is(a:not(.button),summary):hover{color:var(--top-mark);text-decoration:underline}
.top .bare:hover{background:color-mix(in srgb,currentColor 12%,transparent);color:inherit}
.top .button{padding:.25rem .8rem}.top .button.primary{color:var(--top-on-solid);background:var(--top-solid);border-color:var(--top-solid)}
.top .links>ul{align-items:center}
.sections{height:2.75rem;padding:0 1.5rem;max-width:92rem;margin:auto;font-size:.94rem}
.sections ul{height:100%}.sections>ul{overflow:auto hidden;scrollbar-width:none}.sections:has(details[open])>ul{overflow:visible}
.sections>ul>li{flex:none;display:flex}
.sections li>a,.sections summary{display:flex;align-items:center;height:100%;padding:0 .1rem}
.sections>ul>li>a{border-block:2px solid transparent}
.sections>ul>li>a[aria-current]{color:var(--top-mark);border-bottom-color:currentColor;font-weight:600}
.drop{position:relative}
.drop summary{display:flex;align-items:center;list-style:none;white-space:nowrap}
.drop summary::-webkit-details-marker{display:none}
.drop summary::after,.tree summary::after,.expandable>summary::before,details:is(.api *,.diagram *)>summary::before,.long>summary::before{content:"";flex:none;width:.4rem;height:.4rem;border:solid currentColor;border-width:0 1.5px 1.5px 0;transform:rotate(45deg) translate(-.12rem,-.12rem)}
.drop summary::after{margin-inline-start:.5rem}
.top .drop ul,.drop>ul{position:absolute;inset-inline-end:0;top:calc(100% + .5rem);z-index:5;display:block;width:max-content;min-width:13rem;max-width:min(22rem,calc(100vw - 2.3rem));max-height:70vh;height:auto;overflow:auto;margin:0;padding:.35rem;list-style:none;color:var(--text);background:var(--back);border:1px solid var(--line);border-radius:var(--corner);box-shadow:var(--raised)}
.top .sections .drop ul{inset-inline:-.5rem auto}
.top .drop li>:is(a,summary),.drop>ul :is(a,button){display:flex;align-items:center;width:100%;height:auto;padding:.4rem .7rem;color:var(--text);text-decoration:none;text-align:start;background:none;border:0;border-radius:var(--corner-small)}
.top .drop li>:is(a,summary):hover,.drop>ul :is(a,button):hover{background:var(--panel);color:var(--text);text-decoration:none}
.top .drop .drop ul{position:static;width:auto;max-width:none;border:0;box-shadow:none}
.sections .drop:has([aria-current])>summary{color:var(--top-mark);font-weight:600}
.drop [aria-current]{color:var(--primary)!important;font-weight:600}
`;

/** One grid for all pages: the area of a missing part stays empty, so that the text never jumps. */
const gridRules = `
.frame{flex:1;width:100%;max-width:92rem;margin:0 auto;padding:0 1.5rem;display:grid;grid-template-columns:16.5rem minmax(0,1fr) 14rem;column-gap:3rem;align-items:start}
main{grid-area:1/2;min-width:0;padding:2.25rem 0 4rem}
.text main>*{max-width:47rem;margin-inline:auto}
.wide main{grid-area:1/2/auto/-1}
.landing main{grid-area:1/1/auto/-1;padding-top:clamp(1.5rem,5vw,4.5rem)}.landing main>*{max-width:72rem;margin-inline:auto}
.landing .content>h2:first-child{margin-bottom:1.1rem;font-size:clamp(2rem,5vw,3rem);line-height:1.1;letter-spacing:-.03em;font-weight:700}.landing .content>h2:first-child+p{font-size:1.14rem;color:var(--soft)}
.content>:nth-child(n+12){content-visibility:auto;contain-intrinsic-size:auto 4rem;overflow-clip-margin:1rem}
#side,.outline{position:sticky;top:var(--top);max-height:calc(100vh - var(--top));overflow:auto;scrollbar-width:thin;font-size:.92rem;line-height:1.45}
#side{display:block;inset:var(--top) auto auto;margin:0;width:auto;height:auto;border:0;color:inherit;background:none;padding:1.75rem .75rem 2rem 0}
.side-filled #side{background:var(--panel);padding:1.25rem .75rem;margin-block:1rem;border-radius:var(--corner)}
.outline{grid-area:1/3;padding:2.5rem 0 2rem}
#side ul,.outline ul{list-style:none;margin:0;padding:0}
.tree li{position:relative;margin:1px 0}
#side .tree ul ul{margin-inline-start:1rem;padding-inline-start:.35rem;border-inline-start:1px solid var(--line)}
#side .tree .group>ul{margin:0;padding:0;border:0}
.tree :is(a,li>span){display:flex;align-items:baseline;padding:.38rem 2rem .38rem .75rem;color:var(--soft);text-decoration:none;border-radius:var(--corner-small)}
.tree :is(a,span) .icon{font-size:.9em;opacity:.85}
.tree a:hover{background:var(--panel);color:var(--text)}
.tree [aria-current]{color:var(--primary);background:var(--primary-wash);font-weight:600}
.tree [aria-current]:hover{color:var(--primary);background:var(--primary-wash)}
.list-pill .tree [aria-current]{border-radius:2rem;color:var(--on-solid);background:var(--solid)}
.list-line .tree a{border-radius:0}.list-line .tree [aria-current]{background:none;box-shadow:inset 2px 0 var(--primary)}[dir=rtl] .list-line .tree [aria-current]{box-shadow:inset -2px 0 var(--primary)}
.tree .group{margin-top:1.5rem}.tree .group:first-child{margin-top:0}
.tree .group>span{color:var(--text);font-weight:600}
.tree summary{position:absolute;inset-inline-end:.15rem;top:.1rem;display:grid;place-items:center;width:1.9rem;height:1.9rem;color:var(--soft);border-radius:var(--corner-small);list-style:none}
.tree summary::-webkit-details-marker{display:none}
.tree summary:hover{background:var(--fill);color:var(--text)}
.tree details:not([open])>summary::after{transform:rotate(-45deg) translate(-.05rem,-.05rem)}
[dir=rtl] .tree details:not([open])>summary::after{transform:rotate(135deg)}
.outline summary{display:flex;align-items:center;justify-content:space-between;font-weight:600;color:var(--text);list-style:none}.outline summary::-webkit-details-marker{display:none}.outline details>ul{margin-top:.6rem}
@media (min-width:80.01rem){.outline summary{pointer-events:none}.outline details::details-content{content-visibility:visible;block-size:auto}}
.outline ul{border-inline-start:1px solid var(--line)}
.outline li{margin:0}
.outline a{display:block;margin-inline-start:-1px;padding:.25rem 0 .25rem .9rem;color:var(--soft);text-decoration:none;border-inline-start:2px solid transparent}
[dir=rtl] .outline a{padding:.25rem .9rem .25rem 0}
.outline a:hover{color:var(--text)}
.outline .below a{padding-inline-start:1.8rem}
.outline [aria-current]{color:var(--primary);border-color:var(--primary)}
.on-narrow{display:none}
@media (max-width:80rem){.frame{grid-template:auto 1fr/15rem minmax(0,1fr);column-gap:2.5rem}.links,.find kbd{display:none}#side{grid-row:1/3}main{grid-area:2/2}.outline{grid-area:1/2;position:static;max-height:none;margin-top:1.5rem;padding:.6rem 1rem;border:1px solid var(--line);border-radius:var(--corner)}.outline summary::after{content:"";width:.4rem;height:.4rem;border:solid;border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}.wide main{grid-area:2/2}.landing main{grid-area:2/1/auto/-1}}
@media (min-width:60.01rem) and (max-width:80rem){.text .outline{width:100%;max-width:47rem;justify-self:center}}
@media (max-width:60rem){
:root,:root:has(.sections){--top:3.75rem}
.on-wide,.sections{display:none!important}
.bare.on-narrow{display:inline-grid;margin-inline-start:-.5rem}
.bar,.frame{padding-inline:1.15rem}.bar{gap:.4rem}
.find{flex:none;order:1;margin-inline:auto 0;width:2.35rem;padding:0;justify-content:center;border:0;box-shadow:none;background:none;color:inherit;font-size:1.05rem}.find span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.find .icon{margin:0}
.theme{order:2}
.frame,.frame.wide{display:block}main{padding-top:1.5rem}
.outline{margin:0 -1.15rem;padding:.7rem 1.15rem;border-width:0 0 1px;border-radius:0}
#side:not(:popover-open){display:none}
#side:popover-open,.landing #side:popover-open{display:block;position:fixed;inset:0 auto 0 0;width:min(21rem,86vw);height:100vh;height:100dvh;max-height:none;padding:1.25rem;margin:0;border-radius:0;background:var(--back);border-inline-end:1px solid var(--line);box-shadow:var(--raised)}
[dir=rtl] #side:popover-open{inset:0 0 0 auto}
#side::backdrop{background:#0008}
#side .on-narrow{display:grid;gap:.25rem;margin-bottom:1.25rem;padding-bottom:1.25rem;border-bottom:1px solid var(--line)}
#side .on-narrow:not(:has(*)){display:none}
#side .on-narrow .links{display:block}
#side .on-narrow :where(a:not(.button),summary){display:flex;align-items:center;padding:.5rem .75rem;color:var(--text);text-decoration:none;border-radius:var(--corner-small)}
#side .on-narrow .button{display:flex;justify-content:center;margin:.35rem 0}
#side .on-narrow [aria-current]{color:var(--primary);font-weight:600;background:var(--primary-wash)}
#side .drop>ul{position:static;width:auto;max-width:none;border:0;box-shadow:none;padding-inline-start:1rem;max-height:none}
}
@media (min-width:60.01rem){.landing #side{display:none}}
`;

/** The parts around the text of a page. */
const articleRules = `
.crumbs ol{display:flex;flex-wrap:wrap;gap:.15rem .5rem;list-style:none;margin:0 0 .5rem;padding:0;font-size:.88rem;color:var(--soft)}
.crumbs li{margin:0;display:flex;gap:.5rem}.crumbs li+li::before{content:"/";color:var(--line)}
.crumbs a{color:inherit;text-decoration:none}.crumbs a:hover{color:var(--primary)}
.head{display:flex;gap:1rem;align-items:flex-start;justify-content:space-between}
h1,h2,h3,h4{line-height:1.25;letter-spacing:-.015em;font-weight:600;text-wrap:balance}
h1{font-size:2.15rem;line-height:1.15;letter-spacing:-.025em;margin:0 0 .9rem;font-weight:700}
h1>.icon{color:var(--primary);margin-inline-end:.35em}
h2{font-size:1.5rem;margin:2.6rem 0 .9rem}h3{font-size:1.2rem;margin:2rem 0 .7rem}h4{font-size:1.02rem;margin:1.6rem 0 .5rem}
p{margin:1rem 0}
.lead{margin:0 0 1.75rem;font-size:1.14rem;line-height:1.55;color:var(--soft)}
.cover{margin-bottom:1.75rem}.cover img{display:block;width:100%;aspect-ratio:16/5;object-fit:cover;border-radius:var(--corner)}
.anchor{position:absolute;margin-inline-start:.4rem;opacity:0;text-decoration:none;color:var(--soft);font-weight:400}
:is(h2,h3,h4):hover .anchor,.anchor:focus{opacity:1}
.actions{flex:none;margin-top:.3rem;font-size:.88rem}
.actions summary{padding:.28rem .8rem;color:var(--soft);border:1px solid var(--line);border-radius:var(--corner-button)}
.actions summary:hover{color:var(--text);border-color:var(--soft)}
.meta{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;margin-top:3rem;padding-top:1.25rem;border-top:1px solid var(--line);color:var(--soft);font-size:.9rem}
.meta:empty{display:none}
.meta a{color:inherit}.meta>:last-child:not(:first-child){margin-inline-start:auto}
.helpful{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin-top:3rem;color:var(--soft);font-size:.92rem}.helpful p{margin:0}.helpful textarea{flex:1 0 100%;min-height:5rem;resize:vertical}.helpful button{padding:.2rem .9rem;border:1px solid var(--line);border-radius:var(--corner-button);background:var(--back)}.helpful button:hover{border-color:var(--primary);color:var(--primary)}.helpful+.meta{margin-top:1.5rem}
.neighbours{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin:1.5rem 0 0}
.neighbours a{padding:.85rem 1.1rem;color:var(--text);border:1px solid var(--line);border-radius:var(--corner);text-decoration:none;font-weight:600;line-height:1.4;overflow-wrap:anywhere}
.neighbours a:hover{border-color:var(--primary);color:var(--primary)}
.neighbours [rel=next]{grid-column:2;text-align:end}
.neighbours small{display:block;font-weight:400;color:var(--soft)}
.results form{display:flex;gap:.5rem;margin-bottom:2rem}.results input{flex:1}.results form .button{margin:0}
.results h2{margin-bottom:.25rem}.results small{font-weight:400;color:var(--soft)}
.results ul{padding:0;list-style:none;margin:0}
.results li{margin:0;padding:.9rem 0;border-bottom:1px solid var(--line)}.results li>a{font-weight:600}.results li>a:not(:hover){text-decoration:none}
.results li p{margin:.25rem 0 0;color:var(--soft);font-size:.94rem}
.bottom{border-top:1px solid var(--line);font-size:.92rem;color:var(--soft)}
.bottom>div{display:flex;flex-wrap:wrap;gap:2rem 4rem;max-width:92rem;margin:auto;padding:2.5rem 1.5rem}
.bottom a{color:inherit;text-decoration:none}.bottom a:hover{color:var(--text);text-decoration:underline}
.bottom ul{list-style:none;padding:0;margin:0}.bottom p{margin:0 0 .6rem}.bottom nav p{font-weight:600;color:var(--text)}
.bottom .last{flex-basis:100%;display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center}.bottom .last p{margin:0}
.social{display:flex;gap:.25rem}.bottom .social{margin-inline:auto -.6rem!important}.social .icon{margin:0;font-size:1.15rem}
@media (max-width:60rem){h1{font-size:1.8rem}h2{font-size:1.35rem}.lead{font-size:1.06rem}.bottom>div{gap:1.75rem 2.5rem;padding-inline:1.15rem}}
@media (max-width:36rem){.neighbours{grid-template-columns:1fr}.neighbours [rel=next]{grid-column:1}.head{flex-direction:column;gap:0}.actions{margin:0 0 1.25rem}.top .drop ul,.actions>ul{inset-inline:0 auto}}
`;

/** The search dialog. */
const finderRules = `
.finder{width:min(42rem,calc(100vw - 2rem));max-height:min(38rem,calc(100dvh - 6rem));margin:4.5rem auto auto;padding:0;overflow:hidden;color:var(--text);background:var(--back);border:1px solid var(--line);border-radius:calc(var(--corner)*1.5);box-shadow:var(--raised)}
.finder[open]{display:flex;flex-direction:column}
.finder::backdrop{background:#0f121999}
.sought{display:flex;align-items:center;gap:.25rem;padding:.6rem .75rem .6rem 1.1rem;border-bottom:1px solid var(--line)}
.sought .icon{color:var(--soft)}
.sought input{flex:1;padding:.35rem;font-size:1.06rem;border:0;background:none;outline:0}
#found{overflow:auto;padding:0 .6rem}#found:not(:empty){padding-block:.6rem}
#found [role=group]+[role=group]{margin-top:.75rem}
#found p{margin:0;padding:.3rem .7rem;font-size:.85rem;font-weight:600;color:var(--soft)}
#found small{font-weight:400}
#found a{display:flex;gap:.15rem;padding:.5rem .7rem;color:var(--text);text-decoration:none;border-radius:var(--corner-small);scroll-margin:.6rem}
#found .page{font-weight:600}#found .page .icon{margin-top:.3em;color:var(--soft)}
#found .part{flex-direction:column;margin-inline-start:1.3rem;padding-block:.35rem;font-size:.9rem;line-height:1.45;border-inline-start:2px solid var(--line);border-start-start-radius:0;border-end-start-radius:0}
#found .part span{color:var(--soft);display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
#found .part b{font-weight:600}
#found :is(.all,.ask){color:var(--primary);font-size:.9rem}#found .ask{margin-top:.35rem;align-items:center}
.finder .answer{overflow:auto;padding:.35rem 1.3rem 1rem;font-size:.95rem}
#found [aria-selected=true]{background:var(--primary-wash)}
.none{margin:0;padding:1.5rem;text-align:center;color:var(--soft)}.none:empty{display:none}
.keys{display:flex;gap:.35rem;align-items:center;margin:0;padding:.5rem 1.1rem;border-top:1px solid var(--line);font-size:.82rem;color:var(--soft)}
.zoomed{width:100vw;max-width:none;height:100dvh;max-height:none;padding:1.5rem;overflow:hidden;border:0;background:none;cursor:zoom-out}
.zoomed[open]{display:grid;place-items:center}.zoomed::backdrop{background:#0f1219e6}
.zoomed img{max-width:100%;max-height:calc(100dvh - 3rem);object-fit:contain;background:var(--back);border-radius:var(--corner-small)}
.zoomed .bare{position:absolute;inset-block-start:.75rem;inset-inline-end:.75rem}
@media (hover:none){.finder .bare kbd{padding:0;font-size:0;background:none;border:0}.finder .bare kbd::before{content:"\\2715";font-size:1.05rem}}
@media (max-width:60rem){.finder{width:100%;max-width:none;height:100dvh;max-height:none;margin:0;border:0;border-radius:0}.keys{display:none}#found:has(a){flex:1}}
`;

const printRules = `
@media print{:root{color-scheme:light!important}body,.frame{display:block;max-width:none;padding:0}h1,h2,h3,h4{break-after:avoid}.hint,.cards>li,.ref,figure img,tr{break-inside:avoid}pre{white-space:pre-wrap;overflow-wrap:anywhere}pre code{min-width:0!important}.long+pre{max-height:none!important;mask:none!important}.long,.player{display:none!important}details::details-content{content-visibility:visible;block-size:auto}.content>:nth-child(n+12){content-visibility:visible}.copy,.top,.announcement,#side,.outline,.neighbours,.meta,.actions,.helpful,.bottom,.anchor{display:none!important}}
`;

/**
 * The layout around the content. From the twelfth on, blocks are laid out when they come into view: earlier ones are painted
 * sooner. Overflow within a rem of such a block stays visible: marks beside it, and focus outlines.
 */
export const pageRules = [baseRules, headerRules, gridRules, articleRules, finderRules]
  .map((rules) => rules.trim())
  .join('\n');

/** After all others: they remove parts that are only for the screen. */
export const lastRules = printRules.trim();
