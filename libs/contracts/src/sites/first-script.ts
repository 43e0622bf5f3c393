/**
 * The only script within pages of sites. It applies what the browser keeps of earlier pages before the page is painted, so that
 * nothing flashes or moves: the theme that the reader chose, and the fonts that are in the browser's cache. Sites at one
 * address share what is kept, so fonts are kept by their names, and a page names its own ones. The gateway's policy permits the
 * script by its hash (CSP Level 3, section 8.3), so its text is the same for all pages.
 */
export const firstScript = `(({dataset:data})=>{try{
const kept=name=>localStorage.getItem("bindery-"+name),theme=kept("theme"),names=(kept("fonts")||"").split(" "),
fonts=["text","code"].filter(kind=>names.includes(data[kind+"Font"]));
if("toggles" in data&&(theme==="light"||theme==="dark"))data.theme=theme;
if(fonts.length)data.fonts=fonts.join(" ")
}catch{}})(document.documentElement)`;
