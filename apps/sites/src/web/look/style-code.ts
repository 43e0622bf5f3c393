import { maskOf } from '../document/icons';
import { codeTokens } from './code-themes';

const tokenRules = codeTokens.map((name) => `.t-${name}{color:var(--t-${name})}`);

/** Code: a frame filled by its lines, and a button over it that takes no space. */
export const codeRules = `
code,pre{font-family:var(--mono);font-size:.875em}
:not(pre)>code{padding:.12em .38em;background:var(--panel);border:1px solid var(--line);border-radius:var(--corner-small);-webkit-box-decoration-break:clone;box-decoration-break:clone}
a>code{color:inherit}
.code{position:relative;display:flex;flex-direction:column;border:1px solid var(--line);border-radius:var(--corner);overflow:hidden;background:var(--code-back)}
.code figcaption{margin:0;padding:.5rem 3.4rem .5rem 1.1rem;text-align:start;font-size:.85rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere;background:var(--back)}
.code pre{padding-inline:0}.code .line{padding:0 3.4rem 0 1.1rem}
pre{margin:0;padding:.9rem 1.1rem;overflow:auto;color:var(--code-text);background:var(--code-back);line-height:1.6;tab-size:4;direction:ltr;text-align:left;scrollbar-width:thin}
pre.math{margin:1.5rem 0;border-radius:var(--corner)}
pre code{display:block;min-width:max-content;font-size:1em}
pre.wrap{white-space:pre-wrap;overflow-wrap:anywhere}pre.wrap code{min-width:0}
pre .line{display:block}
.marked{background:color-mix(in srgb,var(--warning) 9%,transparent);box-shadow:inset 2px 0 var(--warning)}
.plus{background:color-mix(in srgb,var(--success) 8%,transparent)}.minus{background:color-mix(in srgb,var(--danger) 7%,transparent)}
.numbered{counter-reset:line}
.code .numbered .line{position:relative;padding-left:4em}
.numbered .line::before{counter-increment:line;content:counter(line);position:absolute;left:0;width:2.9em;text-align:right;color:var(--t-comment);user-select:none}
.copy{position:absolute;z-index:1;top:.4rem;right:.4rem;display:grid;place-items:center;width:2rem;height:1.75rem;padding:0;background:var(--back);border:1px solid var(--line);border-radius:var(--corner-small);color:var(--soft)}
@media (hover:hover){.code:not(:hover)>.copy:not(:focus-visible,.done){opacity:0}}
.copy:hover{color:var(--text);border-color:var(--soft)}
.copy::before{content:"";width:.9rem;height:.9rem;background:currentColor;mask:${maskOf('fa-regular copy')} center/contain no-repeat}
.copy.done{color:var(--success)}.copy.done::before{mask-image:${maskOf('check')}}
.long{order:1}.long>summary{display:flex;gap:.6rem;align-items:center;justify-content:center;padding:.5rem;border-top:1px solid var(--line);font-size:.88rem;font-weight:600;color:var(--soft);background:var(--back);list-style:none}
.long>summary:hover{color:var(--text)}.long>summary::-webkit-details-marker{display:none}
.long[open]>summary::before{transform:rotate(-135deg)}
.long:not([open])+pre{max-height:17.5em;overflow:hidden;mask:linear-gradient(#000 70%,#0003)}
.diagram{border:1px solid var(--line);border-radius:var(--corner);overflow:hidden}.drawn{display:grid;place-items:center;padding:1.25rem;overflow:hidden}.drawn.low{height:15rem}.drawn.middle{height:22rem}.drawn.high{height:32rem}.drawn img{max-width:100%;max-height:100%;min-height:0;object-fit:contain;border-radius:0}
.drawn:has(pre){padding:0;place-items:stretch}.drawn>pre{max-height:100%;color:inherit;background:none}.diagram:has(.drawn>pre) details{visibility:hidden}
@media (scripting:none){.drawn{height:auto!important}.diagram details{display:none}}
.diagram figcaption{margin:0 0 .75rem}.diagram details{border-top:1px solid var(--line);font-size:.88rem}.diagram summary{display:flex;gap:.7rem;align-items:center;padding:.5rem 1.1rem;color:var(--soft);list-style:none}.diagram summary::-webkit-details-marker{display:none}
${tokenRules.join('')}
`;
