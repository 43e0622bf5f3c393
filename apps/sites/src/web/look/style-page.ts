/**
 * What is around the content. From the twelfth on, blocks are laid out when they come into view: those before them are painted
 * sooner. Within a rem, what stands out of such a block is shown: marks beside it, and the outline of what has the focus.
 */
export const pageRules = `
:root{color-scheme:light;--text:light-dark(#1b1f24,#e6e9ee);--soft:light-dark(#57606a,#a4adb8);--line:light-dark(#d8dee4,#363c45);--tint:light-dark(#f5f7f9,#1e232a)}
:root[data-theme=dark]{color-scheme:dark}
@media (prefers-color-scheme:dark){:root[data-theme=auto]{color-scheme:dark}:root[data-theme=auto] .in-light{display:none}:root[data-theme=auto] .in-dark{display:revert}}
.in-dark{display:none}
[data-theme=dark] .in-light{display:none}
[data-theme=dark] .in-dark{display:revert}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:1rem/1.6 system-ui,sans-serif;color:var(--text);background:var(--back);overflow-wrap:break-word}
a{color:var(--primary)}
:focus-visible{outline:3px solid var(--primary);outline-offset:2px}
main:focus{outline:0}
ul,ol{padding-inline-start:1.4rem}
img,video{max-width:100%;height:auto}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--back);z-index:9}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.top{border-bottom:1px solid var(--line)}
.bar{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.75rem 1.5rem;max-width:90rem;margin:auto}
.brand{display:flex;gap:.5rem;align-items:center;font-weight:700;color:var(--text);text-decoration:none}
.bar form{display:flex;gap:.25rem;flex:1 1 16rem;max-width:28rem;margin-inline-start:auto}
input,button,.theme{font:inherit;color:inherit;padding:.3rem .7rem;border:1px solid var(--line);border-radius:var(--corner);background:var(--tint)}
input{flex:1;min-width:0}
.top nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0;padding:0;list-style:none}
.top nav a,.top summary{color:var(--text);text-decoration:none}
.top nav a:hover{text-decoration:underline}
.sections{max-width:90rem;margin:auto;padding:0 1.5rem}
.sections a,.sections summary{display:inline-block;padding:.4rem 0}
.top [aria-current]{color:var(--primary);font-weight:600}
.top details{position:relative}
.top details ul{position:absolute;inset-inline-start:0;z-index:5;display:block;min-width:12rem;padding:.5rem 1rem;background:var(--back);border:1px solid var(--line);border-radius:var(--corner)}
summary{cursor:pointer}
.announcement{padding:.5rem 1.5rem;background:var(--tint);border-inline-start:.3rem solid var(--info)}
.announcement.warning{border-color:var(--warning)}.announcement.danger{border-color:var(--danger)}.announcement.success{border-color:var(--success)}
.frame{display:flex;gap:2.5rem;align-items:flex-start;max-width:90rem;margin:auto;padding:1.5rem}
main{flex:1;min-width:0}
.text{max-width:46rem;margin:auto}
.text>:nth-child(n+12){content-visibility:auto;contain-intrinsic-size:auto 4rem;overflow-clip-margin:1rem}
.tree,.outline{flex:0 0 16rem;max-height:100vh;overflow:auto;position:sticky;top:0;padding:.5rem 0;font-size:.94rem}
.outline{flex-basis:13rem}
.tree ul,.outline ul{list-style:none;margin:0;padding-inline-start:.9rem}
.tree>ul,.outline>ul{padding:0}
.tree li{position:relative;margin:.1rem 0}
.tree a,.tree li>span{display:block;padding:.2rem 1.6rem .2rem .5rem;color:var(--text);text-decoration:none;border-radius:var(--corner)}
.tree a:hover{background:var(--tint)}
.tree [aria-current]{color:var(--primary);background:var(--tint);font-weight:600}
.tree .group{margin-top:1rem}
.tree .group>span{font-weight:700}
.tree .group>ul{padding:0}
.tree summary{position:absolute;inset-inline-end:.2rem;top:.2rem}
.outline p{margin:0 0 .5rem;font-weight:600}
.outline a{display:block;padding:.15rem 0;color:var(--soft);text-decoration:none}
.outline .heading-2{padding-inline-start:.8rem}
.crumbs ol{display:flex;flex-wrap:wrap;gap:.3rem;list-style:none;margin:0;padding:0;font-size:.9rem;color:var(--soft)}
.crumbs li+li::before{content:"/ "}
.crumbs a{color:inherit}
h1{font-size:2.1rem;line-height:1.2;margin:.4rem 0 1rem}
h2{font-size:1.6rem;margin:2.2rem 0 .8rem}h3{font-size:1.25rem;margin:1.8rem 0 .6rem}h4{font-size:1.05rem;margin:1.4rem 0 .5rem}
.lead{font-size:1.15rem;color:var(--soft)}
.cover img{width:100%;max-height:20rem;object-fit:cover;border-radius:var(--corner)}
.anchor{visibility:hidden;text-decoration:none;color:var(--soft)}
:is(h2,h3,h4):hover .anchor,.anchor:focus{visibility:visible}
.meta{display:flex;gap:1.5rem;margin-top:3rem;color:var(--soft);font-size:.9rem}
.meta a{color:inherit}
.neighbours{display:flex;gap:1rem;margin:1rem 0 2rem}
.neighbours a{flex:1;padding:.7rem 1rem;border:1px solid var(--line);border-radius:var(--corner);text-decoration:none;font-weight:600}
.neighbours [rel=next]{text-align:end}
.neighbours small{display:block;font-weight:400;color:var(--soft)}
.results{padding:0;list-style:none}
.results li{margin:1rem 0}
.results p{margin:.2rem 0;color:var(--soft)}
.bottom{display:flex;flex-wrap:wrap;gap:1rem 3rem;padding:1.5rem;border-top:1px solid var(--line);max-width:90rem;margin:auto;font-size:.94rem}
.bottom ul{list-style:none;padding:0}
.to-pages{display:none}
@media (max-width:75rem){.outline{display:none}}
@media (max-width:55rem){.frame{flex-direction:column}.tree{order:2;position:static;width:100%;flex:auto;max-height:none}.to-pages{display:revert}main{width:100%}}
@media print{.text>:nth-child(n+12){content-visibility:visible}.top,.tree,.outline,.neighbours,.meta{display:none}}
`.trim();
