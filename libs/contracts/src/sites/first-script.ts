/**
 * The only script within pages of sites. It applies what the browser keeps of earlier pages before the page is painted, so that
 * nothing flashes or moves: the theme that the reader chose, and the fonts that are in the browser's cache. The gateway's policy
 * permits it by its hash (CSP Level 3, section 8.3).
 */
export const firstScript = `(root=>{try{
const kept=name=>localStorage.getItem("bindery-"+name),theme=kept("theme"),fonts=kept("fonts");
if("toggles" in root.dataset&&(theme==="light"||theme==="dark"))root.dataset.theme=theme;
if(fonts)root.dataset.fonts=fonts
}catch{}})(document.documentElement)`;
