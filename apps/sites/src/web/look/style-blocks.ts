import { maskOf } from '../document/icons';
import { codeRules } from './style-code';

const named = {
  green: '#1a7f37',
  blue: '#0969da',
  red: '#cf222e',
  orange: '#bc4c00',
  yellow: '#7d5b00',
  purple: '#8250df',
};
const onDark = {
  green: '#4ac26b',
  blue: '#6cb6ff',
  red: '#ff8182',
  orange: '#ffa657',
  yellow: '#e3b341',
  purple: '#d2a8ff',
};

const colorRules = Object.entries(named).map(([name, light]) => {
  const color = `light-dark(${light},${onDark[name as keyof typeof named]})`;
  return `.text-${name}{color:${color}}.back-${name}{background:color-mix(in srgb,${color} 7%,var(--back))}`;
});
const ownColorRules = ['primary', 'info', 'success', 'warning', 'danger'].map(
  (name) =>
    `.text-${name}{color:var(--${name})}.back-${name}{background:color-mix(in srgb,var(--${name}) 10%,var(--back))}`,
);

/** Columns share the row in twelfths. */
const twelfths = Array.from({ length: 12 }, (_, index) => `.w-${index + 1}{flex-grow:${index + 1}}`);

const textRules = `
.content>:first-child{margin-top:0}
figure{margin:1.5rem 0}
figure img{display:block;margin-inline:auto;border-radius:var(--corner-small)}.zoom{display:block;cursor:zoom-in}
figure :is(iframe,video,audio){display:block;width:100%;border:0}figure :is(iframe,video){aspect-ratio:16/9;border-radius:var(--corner)}
figcaption{margin-top:.6rem;color:var(--soft);font-size:.9rem;text-align:center}figcaption p{margin:0}
blockquote{margin:1.5rem 0;padding:.15rem 0 .15rem 1.25rem;border-inline-start:3px solid var(--line);color:var(--soft)}
[dir=rtl] blockquote,blockquote[dir=rtl]{padding:.15rem 1.25rem .15rem 0}
blockquote>:first-child{margin-top:0}blockquote>:last-child{margin-bottom:0}
hr{border:0;border-top:1px solid var(--line);margin:2.5rem 0}
.tasks{list-style:none;padding:0}.task{display:flex;gap:.6rem;align-items:baseline}.task>span{color:var(--primary)}.task .icon{margin:0}
.align-center{text-align:center}.align-end{text-align:end}
.images{display:flex;flex-wrap:wrap;gap:1rem;margin:1.5rem 0}.images figure{margin:0;min-width:0;flex:1 1 12rem}.images.align-center{justify-content:center}.images.align-end{justify-content:flex-end}
.images.align-end figure img{margin-inline:auto 0}
.framed figure{padding:1rem;background:var(--panel);border:1px solid var(--line);border-radius:var(--corner)}
:is(p,h2,h3,h4) img,:is(li,td)>img{vertical-align:middle}img.line{height:1.3em;width:auto}
.missing{color:var(--soft);font-style:italic}
div.math{margin:1.5rem 0;overflow:auto hidden;text-align:center;font-size:1.1rem}
.tml-left{text-align:left}.tml-right{text-align:right}mtd:is(.tml-left,.tml-right){padding-inline:0}.boxed{padding:3pt;border:1px solid}
.notes{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.92rem;color:var(--soft)}
.notes li>p{display:inline}
.mention{font-weight:500}
`;

const boxRules = `
.hint{display:flex;gap:.85rem;margin:1.5rem 0;padding:.9rem 1.1rem;border-radius:var(--corner);border:1px solid var(--info-edge);background:var(--info-wash);--tone:var(--info)}
.hint.success{--tone:var(--success);background:var(--success-wash);border-color:var(--success-edge)}.hint.warning{--tone:var(--warning);background:var(--warning-wash);border-color:var(--warning-edge)}.hint.danger{--tone:var(--danger);background:var(--danger-wash);border-color:var(--danger-edge)}
.hint>div{min-width:0;flex:1}
.hint>.icon{margin:.33rem 0 0;color:var(--tone);font-size:1.05rem}
.hint :is(h2,h3,h4){margin:0 0 .4rem;font-size:1.04rem}
:is(.hint>div,.step,li,td,details,.column,.prompt,.update>div)>:is(p,ul,ol,pre,figure,h2,h3,h4,.hint):first-child{margin-top:0}
:is(.hint>div,li,td,.column,.prompt)>:is(p,ul,ol,figure,.hint):last-child{margin-bottom:0}
.button{display:inline-flex;align-items:center;vertical-align:middle;margin-block:.2rem;margin-inline-end:.5rem;padding:.45rem 1.1rem;line-height:1.5;border:1px solid var(--line);border-radius:var(--corner-button);color:var(--text);background:var(--back);text-decoration:none;font-weight:600;font-size:.95rem;box-shadow:var(--shadow)}
.button:last-child{margin-inline-end:0}
.button:is([href],button):hover{border-color:var(--soft)}
.button:not([href],button){box-shadow:none}
.button.primary{background:var(--solid);border-color:var(--solid);color:var(--on-solid)}
.button.primary:not([href],button){color:var(--soft);background:var(--fill);border-color:var(--line)}
.button.primary:is([href],button):hover{box-shadow:inset 0 0 0 9rem color-mix(in srgb,var(--on-solid) 12%,transparent)}
.columns{display:flex;gap:2rem;margin:1.5rem 0}
.column{flex:6 1 0;min-width:0}
.v-middle{align-self:center}.v-bottom{align-self:flex-end}
${twelfths.join('')}
.cards{display:grid;grid-template-columns:repeat(var(--by,3),minmax(0,1fr));gap:1rem;margin:1.5rem 0;padding:0;list-style:none}
.by-1{--by:1}.by-2{--by:2}.by-3{--by:3}.by-4{--by:2}.landing .by-4{--by:4}
.cards>li{position:relative;display:flex;flex-direction:column;gap:.3rem;margin:0;padding:1.1rem;background:var(--back);border:1px solid var(--line);border-radius:var(--corner);box-shadow:var(--shadow);overflow:hidden}
.cards>li:has(.target):hover{border-color:var(--primary);box-shadow:var(--raised)}
.cards .cover{display:block;width:calc(100% + 2.2rem);max-width:none;margin:-1.1rem -1.1rem .6rem;height:auto;aspect-ratio:16/8;object-fit:cover;border-radius:0}
.cards .target{position:absolute;inset:0;border-radius:var(--corner)}.cards .target:focus-visible{outline-offset:-2px}
.cards div>:is(p,h2,h3,h4){margin:0}.cards h2,.cards h3,.cards h4{font-size:1.05rem}
.cards div~div{color:var(--soft);font-size:.94rem;line-height:1.5}.cards :is(strong,h2,h3,h4){color:var(--text)}
.cards div:not(:first-of-type) strong:only-child{font-size:1rem}
.cards .icon{color:var(--primary)}.cards :is(h2,h3,h4,p,div)>.icon:only-child{font-size:1.25rem}
.cards div a{position:relative;z-index:1}
.tabs{margin:1.5rem 0;border:1px solid var(--line);border-radius:var(--corner)}
.tabs>details{padding:.75rem 1.1rem}.tabs>details+details{border-top:1px solid var(--line)}
.tabs summary{font-weight:600;font-size:.95rem}
@supports selector(::details-content){@media screen{
.tabs{display:flex;flex-wrap:wrap;align-content:flex-start}
.tabs>details{display:contents}
.tabs>details>summary{order:1;list-style:none;padding:.6rem 1.1rem;color:var(--soft);border-bottom:2px solid transparent;margin-bottom:-1px}
.tabs>details>summary::-webkit-details-marker{display:none}
.tabs>details>summary:hover{color:var(--text)}
.tabs>details[open]>summary{color:var(--primary);border-color:var(--primary)}
.tabs>details::details-content{box-sizing:border-box;order:2;flex:0 0 100%;min-width:0;max-width:100%;height:0;overflow:hidden}
.tabs>details[open]::details-content{height:auto;padding:1rem 1.1rem;border-top:1px solid var(--line)}
.tabs>details>:nth-child(2){margin-top:0}.tabs>details>:last-child{margin-bottom:0}
}}
.expandable{margin:.75rem 0;border:1px solid var(--line);border-radius:var(--corner)}
.expandable>summary{display:flex;gap:.8rem;align-items:center;padding:.8rem 1.1rem;font-weight:600;list-style:none;border-radius:inherit}
.expandable>summary::-webkit-details-marker{display:none}
.expandable>summary:hover{background:var(--panel)}
:is(.expandable,.api details,.diagram details)>summary::before{transform:rotate(-45deg)}:is(.expandable,.api details,.diagram details)[open]>summary::before{transform:rotate(45deg)}
[dir=rtl] :is(.expandable,.api details,.diagram details):not([open])>summary::before{transform:rotate(135deg)}
.expandable>:not(summary){margin-inline:1.1rem}.expandable>:nth-child(2){margin-top:.2rem}.expandable>:last-child:not(summary){margin-bottom:1rem}
.stepper{list-style:none;margin:1.5rem 0;padding:0;counter-reset:step}
.stepper>li{position:relative;counter-increment:step;margin:0;padding-block:0 1.5rem;padding-inline:3rem 0}
.stepper>li::after{content:"";position:absolute;inset-block:2.25rem .25rem;inset-inline-start:.95rem;border-inline-start:1px solid var(--line)}
.stepper>li::before,.sign{content:counter(step);position:absolute;inset-inline-start:0;top:0;display:grid;place-items:center;width:1.95rem;height:1.95rem;border-radius:50%;background:var(--primary-wash);color:var(--primary);font-weight:600;font-size:.9rem}
.sign{z-index:1}.sign .icon{margin:0}
.stepper>li :is(h2,h3,h4):first-child{margin-top:.2rem}
.update{display:grid;grid-template-columns:9rem minmax(0,1fr);gap:1.5rem;padding-block:2rem;border-top:1px solid var(--line)}
.when{position:sticky;top:calc(var(--top) + 1.5rem);align-self:start;margin:.4rem 0 .25rem;color:var(--soft);font-size:.9rem}
.tag{display:inline-block;padding:.05rem .6rem;border-radius:1rem;background:var(--primary-wash);color:var(--primary);font-size:.82rem;font-weight:500}
.table{overflow:auto;margin:1.5rem 0;border:1px solid var(--line);border-radius:var(--corner)}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{min-width:5.5rem;padding:.6rem .9rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
tbody tr:last-child td{border-bottom:0}
th{font-weight:600;background:var(--panel)}
.ref{display:flex;align-items:center;gap:.9rem;margin:1rem 0;padding:.85rem 1.1rem;color:var(--text);font-weight:600;text-decoration:none;border:1px solid var(--line);border-radius:var(--corner);box-shadow:var(--shadow)}
.ref+.ref{margin-top:.6rem}
.ref>.icon{margin:0;color:var(--primary);font-size:1.1rem}.ref>span{min-width:0;overflow-wrap:anywhere}.ref small{display:block;font-weight:400;color:var(--soft)}
a.ref::after{content:"";flex:none;width:1em;height:1em;margin-inline-start:auto;background:var(--soft);mask:${maskOf('arrow-right')} center/contain no-repeat}
[dir=rtl] a.ref::after{transform:scaleX(-1)}
a.ref.out::after{mask-image:${maskOf('arrow-up-right-from-square')};transform:none;width:.85em}
a.ref:hover{border-color:var(--primary)}a.ref:hover::after{background:var(--primary)}
.file,.embed{margin:1.5rem 0}.file .ref,.embed .ref{margin:0}
.player{position:relative;margin-top:.75rem;border:1px solid var(--line);border-radius:var(--corner);overflow:hidden}
.player>summary{display:grid;place-content:center;justify-items:center;gap:.75rem;aspect-ratio:16/9;list-style:none;background:var(--panel);color:var(--soft);font-size:.92rem;text-align:center;padding:1rem}
.player>summary::-webkit-details-marker{display:none}
.player>summary .icon{display:block;margin:0;padding:1.1rem;box-sizing:content-box;width:1.3rem;height:1.3rem;color:var(--on-solid);background:var(--solid);border-radius:50%}
.player>summary:hover .icon{box-shadow:0 0 0 .4rem var(--primary-edge)}
.player[open]>summary{display:none}
.prompt{margin:1.5rem 0;padding:.9rem 1.1rem;border:1px solid var(--line);border-radius:var(--corner);background:var(--panel)}
.prompt .title{margin-top:0}.title{font-weight:600}
`;

const apiRules = `
.api{margin:2rem 0;padding:0}
.api .title{display:flex;gap:.75rem;align-items:baseline;padding:.6rem .9rem;background:var(--panel);border:1px solid var(--line);border-radius:var(--corner);overflow-wrap:anywhere}
.api .title code{padding:0;background:none;border:0}
.method{flex:none;padding:.05rem .55rem;font-size:.8rem;color:var(--success);background:var(--success-wash);border-radius:var(--corner-small)}
.method.post{color:var(--primary);background:var(--primary-wash)}.method:is(.put,.patch){color:var(--warning);background:var(--warning-wash)}.method.delete{color:var(--danger);background:var(--danger-wash)}
.api p{margin:.3rem 0}.api .title+p{margin-top:.9rem}
.api>:is(h2,h3,h4){margin-top:.2rem}
.api .part{margin-top:1.5rem;font-weight:600}
.api .server,.api small{color:var(--soft)}
.api details{margin:.5rem 0;padding:0 1.1rem;border:1px solid var(--line);border-radius:var(--corner)}.api details[open]{padding-bottom:.6rem}
.api details>summary{display:flex;gap:.6rem;align-items:center;margin:0 -1.1rem;padding:.5rem 1.1rem;list-style:none;border-radius:inherit;overflow-wrap:anywhere}
.api details>summary::-webkit-details-marker{display:none}.api details>summary:hover{background:var(--panel)}.api summary code{line-height:1.4}.api details>pre{margin:.5rem 0;border-radius:var(--corner-small)}
.fields{list-style:none;padding:0;margin:.5rem 0}.fields:last-child{margin-bottom:0}
.fields>li{margin:0;padding:.6rem 0;border-top:1px solid var(--line)}
.fields>li:has(>details){padding:0;border:0}
.fields .fields{padding-inline-start:1.2rem}.api details>.fields{padding-inline-start:0}
`;

const narrowRules = `
@media (max-width:60rem){.cards,.landing .by-4{--by:2}}
@media (max-width:40rem){.columns{flex-direction:column;gap:1rem}.column{flex:none;align-self:stretch}.cards,.landing .by-4{--by:1}.update{grid-template-columns:1fr;gap:.5rem}.when{position:static}.frame .button{max-width:100%}}
`;

/** The rules of documents. */
export const blockRules = [
  '/*! Icons: Font Awesome Free by @fontawesome, https://fontawesome.com/license/free (CC BY 4.0) */',
  ...[textRules, codeRules, boxRules, apiRules, narrowRules].map((rules) => rules.trim()),
  ...colorRules,
  ...ownColorRules,
].join('\n');
