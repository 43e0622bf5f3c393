import { readableOn } from './colors';

const twelfths = Array.from(
  { length: 12 },
  (_, index) => `.w-${index + 1}{flex:0 1 ${(((index + 1) / 12) * 100).toFixed(3)}%}`,
);

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
  return `.text-${name}{color:${color}}.back-${name}{background:color-mix(in srgb,${color} 16%,var(--back))}`;
});
const ownColorRules = ['primary', 'info', 'success', 'warning', 'danger'].map(
  (name) =>
    `.text-${name}{color:var(--${name})}.back-${name}{background:color-mix(in srgb,var(--${name}) 16%,var(--back))}`,
);

/** The least that tokens of code have to stand out from: lines of code that are marked. */
const codeBackgrounds = { light: '#ece9e2', dark: '#3a3527' };
/** The colors of tokens of code, in light and dark surroundings. */
const tokens = {
  comment: ['#57606a', '#a4adb8'],
  keyword: ['#cf222e', '#ff7b72'],
  name: ['#0550ae', '#79c0ff'],
  number: ['#0550ae', '#79c0ff'],
  string: ['#0a3069', '#a5d6ff'],
  tag: ['#116329', '#7ee787'],
  title: ['#8250df', '#d2a8ff'],
  type: ['#953800', '#ffa657'],
} satisfies Record<string, [light: string, dark: string]>;

const tokenRules = Object.entries(tokens).map(([name, [light, dark]]) => {
  return `.t-${name}{color:light-dark(${readableOn(light, codeBackgrounds.light)},${readableOn(dark, codeBackgrounds.dark)})}`;
});

/** What documents are made of. */
export const blockRules = `
code,kbd,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9em}
:not(pre)>code{padding:.1em .35em;background:var(--tint);border:1px solid var(--line);border-radius:.25rem}
a>code{color:inherit}
kbd{padding:.1em .4em;border:1px solid var(--line);border-bottom-width:2px;border-radius:.25rem;background:var(--tint)}
figure{margin:1rem 0}
figcaption{margin-top:.4rem;color:var(--soft);font-size:.9rem}
.code{border:1px solid var(--line);border-radius:var(--corner);overflow:hidden}
.code figcaption{margin:0;padding:.4rem 1rem;border-bottom:1px solid var(--line)}
pre{margin:0;padding:.9rem 1rem;overflow:auto;background:var(--tint);line-height:1.5;tab-size:4}
pre.math{margin:1rem 0;border-radius:var(--corner)}
div.math{margin:1rem 0;overflow:auto}
.tml-left{text-align:left}.tml-right{text-align:right}mtd:is(.tml-left,.tml-right){padding-inline:0}.boxed{padding:3pt;border:1px solid}
pre code{display:block;min-width:max-content;font-size:1em}
pre.wrap{white-space:pre-wrap}pre.wrap code{min-width:0}
pre .line{display:block}
.marked{background:color-mix(in srgb,var(--warning) 18%,transparent);margin:0 -1rem;padding:0 1rem}
.numbered{counter-reset:line}
.numbered .line::before{counter-increment:line;content:counter(line);display:inline-block;width:2.2em;margin-inline-end:1em;text-align:end;color:var(--soft)}
.copy{float:inline-end;font-size:.8rem;margin:.4rem}
blockquote{margin:1rem 0;padding:.1rem 1rem;border-inline-start:.25rem solid var(--line);color:var(--soft)}
hr{border:0;border-top:1px solid var(--line);margin:2rem 0}
.tasks{list-style:none;padding:0}.task{display:flex;gap:.6rem}
.hint{display:flex;gap:.8rem;margin:1rem 0;padding:.8rem 1rem;border-radius:var(--corner);border-inline-start:.25rem solid var(--tone);background:color-mix(in srgb,var(--tone) 9%,var(--back));--tone:var(--info)}
.hint.success{--tone:var(--success)}.hint.warning{--tone:var(--warning)}.hint.danger{--tone:var(--danger)}
.hint>div{min-width:0;flex:1}
.hint>.icon{color:var(--tone)}
:is(.hint>div,.step,li,td,details,.column,.prompt)>:is(p,ul,ol,pre,figure):first-child{margin-top:0}
:is(.hint>div,li,td,.column,.prompt)>:is(p,ul,ol):last-child{margin-bottom:0}
.align-center{text-align:center}.align-end{text-align:end}
.images{display:flex;flex-wrap:wrap;gap:1rem}.images figure{margin:.5rem 0;min-width:0}.images.align-center{justify-content:center}.images.align-end{justify-content:flex-end}
.framed img{border:1px solid var(--line);border-radius:var(--corner);padding:.5rem}
img.line{height:1.3em;width:auto;vertical-align:text-bottom}
.missing{color:var(--soft);font-style:italic}
.file,.embed,.card,.api,.prompt{margin:1rem 0;padding:.8rem 1rem;border:1px solid var(--line);border-radius:var(--corner)}
.method{color:var(--success)}
.api p{margin:.2rem 0}
.api>:is(h2,h3,h4){margin-top:.2rem}
.api .part{margin-top:.8rem;font-weight:600}
.api .server,.api small{color:var(--soft)}
.fields{list-style:none;padding:0}
.fields>li{padding:.4rem 0;border-top:1px solid var(--line)}
.fields .fields{padding-inline-start:1.2rem}
.title{font-weight:600}
.tabs{margin:1rem 0;border:1px solid var(--line);border-radius:var(--corner)}
.tabs>details+details{border-top:1px solid var(--line)}
.tabs>details,.expandable{padding:.6rem 1rem}
.tabs summary,.expandable summary{font-weight:600}
.expandable,.long{margin:1rem 0;border:1px solid var(--line);border-radius:var(--corner)}
.long summary{padding:.6rem 1rem}
.stepper{list-style:none;padding:0;counter-reset:step}
.stepper>li{position:relative;counter-increment:step;padding:0 0 1rem 2.8rem;border-inline-start:2px solid var(--line);margin-inline-start:1rem}
.stepper>li::before,.sign{position:absolute;inset-inline-start:-1rem;top:0;display:grid;place-items:center;width:2rem;height:2rem;border-radius:50%;background:var(--tint);border:1px solid var(--line);font-weight:600}
.stepper>li::before{content:counter(step)}
.stepper>li>:is(h2,h3,h4){margin-top:0}
.columns{display:flex;flex-wrap:wrap;gap:1.5rem}
.column{flex:1 1 14rem;min-width:0}
.v-middle{align-self:center}.v-bottom{align-self:flex-end}
${twelfths.join('')}
.update{margin:2rem 0;padding-bottom:1rem;border-bottom:1px solid var(--line)}
.when{color:var(--soft);font-size:.9rem}
.tag{padding:.1rem .5rem;border-radius:1rem;background:var(--tint);border:1px solid var(--line);font-size:.85rem}
.table{overflow:auto;margin:1rem 0}
table{border-collapse:collapse;width:100%}
th,td{padding:.5rem .7rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1rem;padding:0;list-style:none}
.cards.large{grid-template-columns:repeat(auto-fill,minmax(20rem,1fr))}
.cards li{position:relative;padding:1rem;border:1px solid var(--line);border-radius:var(--corner)}
.cards .cover{display:block;width:calc(100% + 2rem);max-width:none;margin:-1rem -1rem 1rem;height:9rem;object-fit:cover;border-radius:var(--corner) var(--corner) 0 0}
.cards .target{position:absolute;inset:0;border-radius:var(--corner)}
.cards div a{position:relative;z-index:1}
.button{display:inline-block;padding:.45rem 1rem;border:1px solid var(--primary);border-radius:var(--corner);text-decoration:none;font-weight:600}
.button.primary{background:var(--primary);color:var(--back)}
.icon{display:inline-block;margin-inline-end:.35em;font-style:normal}
.notes{margin-top:2rem;border-top:1px solid var(--line);font-size:.92rem}
.notes li>p{display:inline}
${tokenRules.join('')}
${colorRules.join('')}
${ownColorRules.join('')}
`.trim();
