import { hashOf } from './style';

/**
 * What pages can do with a script that they can do without: keep the reader's choice of light and dark, copy code, and
 * search with the key `/`. No page waits for it: the first visit knows no choice, and later ones have it in the browser's
 * cache, where it runs before the page is shown, so that nothing flashes. What it adds comes after the page is painted.
 */
export const script = `(() => {
  const root = document.documentElement;
  const key = 'bindery-theme';
  const kept = (() => { try { return localStorage.getItem(key); } catch { return null; } })();
  const toggles = root.dataset.theme === 'auto';
  if (toggles && (kept === 'light' || kept === 'dark')) root.dataset.theme = kept;
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || /^(input|textarea)$/i.test(event.target.tagName)) return;
    event.preventDefault();
    document.querySelector('input[type=search]')?.focus();
  });
  const equip = () => requestAnimationFrame(() => setTimeout(() => {
    const button = (text, className, act) => {
      const made = document.createElement('button');
      made.type = 'button';
      made.className = className;
      made.textContent = text;
      made.addEventListener('click', act);
      return made;
    };
    if (toggles) {
      const isDark = () => getComputedStyle(root).colorScheme === 'dark';
      const toggle = button('◐', 'theme', () => {
        root.dataset.theme = isDark() ? 'light' : 'dark';
        toggle.setAttribute('aria-pressed', String(isDark()));
        try { localStorage.setItem(key, root.dataset.theme); } catch { /* the choice is good for this page */ }
      });
      toggle.setAttribute('aria-label', '☾');
      toggle.setAttribute('aria-pressed', String(isDark()));
      document.querySelector('.bar')?.append(toggle);
    }
    for (const code of document.querySelectorAll('figure.code')) {
      const copy = button('⧉', 'copy', () => {
        navigator.clipboard.writeText(code.querySelector('code').textContent).then(() => { copy.textContent = '✓'; });
      });
      copy.setAttribute('aria-label', 'Copy');
      if (navigator.clipboard) code.prepend(copy);
    }
  }));
  if (document.readyState === 'complete') equip();
  else addEventListener('load', equip);
})();
`;

export const scriptName = `~script.${hashOf(script)}.js`;
