import { hashOf } from './asset-name';

/**
 * What pages can do with a script that they can do without: keep the reader's choice of light and dark, copy code, open
 * the dialog of searches, close menus. No page waits for it: the first visit knows no choice, and later ones have it in the
 * browser's cache, where it runs before the page is shown, so that nothing flashes. What it adds comes after the page is painted.
 */
function readPages(load: (address: string) => Promise<unknown>): void {
  const root = document.documentElement;
  const key = 'bindery-theme';
  const toggles = root.dataset.theme === 'auto';
  const kept = ((): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  })();
  if (toggles && (kept === 'light' || kept === 'dark')) root.dataset.theme = kept;

  const openSearch = async (letter = ''): Promise<void> => {
    const link = document.querySelector<HTMLElement>('a.find');
    if (!link) return;
    const { open } = (await load(link.dataset.script!)) as { open: (link: HTMLElement, letter: string) => void };
    open(link, letter);
  };

  // One tab stays open, and a name that is chosen once is chosen in all tabs of the page that have it.
  const openTab = (tab: Element, event: Event): void => {
    const item = tab.parentElement as HTMLDetailsElement;
    if (item.open) return event.preventDefault();
    const name = tab.textContent.trim();
    const top = tab.getBoundingClientRect().top;
    for (const other of document.querySelectorAll('.tabs > details > summary'))
      if (other !== tab && other.textContent.trim() === name) (other.parentElement as HTMLDetailsElement).open = true;
    requestAnimationFrame(() => scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' }));
  };

  /** Marks in the outline where the reader is. */
  const followHeadings = (): void => {
    const links = new Map(
      [...document.querySelectorAll<HTMLAnchorElement>('.outline a')].map((link) => [
        decodeURIComponent(link.hash.slice(1)),
        link,
      ]),
    );
    if (links.size === 0) return;
    const seen = new Set<string>();
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const first = [...links.keys()].find((id) => seen.has(id));
        if (first === undefined) return;
        for (const [id, link] of links)
          if (id === first) link.setAttribute('aria-current', 'true');
          else link.removeAttribute('aria-current');
      },
      { rootMargin: '-90px 0px -60% 0px' },
    );
    for (const id of links.keys()) {
      const heading = document.getElementById(id);
      if (heading) watcher.observe(heading);
    }
  };

  document.addEventListener('keydown', (event) => {
    const typing = /^(input|textarea|select)$/i.test((event.target as Element).tagName);
    const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    if (!isShortcut && (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing)) return;
    event.preventDefault();
    void openSearch();
  });

  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    if (isPlain && target.closest('a.find, a.finds')) {
      event.preventDefault();
      void openSearch();
    }
    const copied = target.closest<HTMLAnchorElement>('a.copy-page, a.copy-address');
    if (isPlain && copied && 'clipboard' in navigator) {
      event.preventDefault();
      const isAddress = copied.matches('.copy-address');
      void (isAddress ? Promise.resolve(copied.href) : fetch(copied.href).then((answer) => answer.text()))
        .then((text) => navigator.clipboard.writeText(text))
        .then(() => (copied.closest('details')!.open = false));
    }
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.drop[open]'))
      if (!menu.contains(target)) menu.open = false;
    const tab = target.closest('.tabs > details > summary');
    if (tab) openTab(tab, event);
  });
  document.addEventListener('keydown', ({ key: pressed }) => {
    const menu = pressed === 'Escape' && document.querySelector<HTMLDetailsElement>('details.drop[open]');
    if (!menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });

  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('.helpful')) return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form, event.submitter) as unknown as Record<string, string>);
    void fetch(form.action, { method: 'POST', body: fields, redirect: 'manual' }).catch(() => undefined);
    const said = document.createElement('p');
    said.setAttribute('role', 'status');
    said.textContent = form.dataset.sent!;
    const asks = !fields.has('comment');
    form.replaceChildren(said);
    if (!asks) return;
    const [rating, text, send] = ['input', 'textarea', 'button'].map((name) => document.createElement(name));
    Object.assign(rating!, { type: 'hidden', name: 'rating', value: fields.get('rating') });
    Object.assign(text!, { name: 'comment', maxLength: 512, required: true, placeholder: form.dataset.text });
    text!.setAttribute('aria-label', form.dataset.text!);
    send!.textContent = form.dataset.send!;
    form.append(rating!, text!, send!);
  });

  const equip = (): void => {
    const theme = document.querySelector<HTMLButtonElement>('button.theme');
    const isDark = () => getComputedStyle(root).colorScheme === 'dark';
    theme?.setAttribute('aria-pressed', String(isDark()));
    theme?.addEventListener('click', () => {
      root.dataset.theme = isDark() ? 'light' : 'dark';
      theme.setAttribute('aria-pressed', String(isDark()));
      try {
        localStorage.setItem(key, root.dataset.theme);
      } catch {
        // The choice is good for this page.
      }
    });
    followHeadings();
    const diagram = document.querySelector<HTMLElement>('figure.diagram');
    if (diagram)
      void load(diagram.dataset.script!).then((module) =>
        (module as { draw: (frame: string) => void }).draw(diagram.dataset.frame!),
      );
    const outline = document.querySelector<HTMLDetailsElement>('.outline details');
    if (outline && matchMedia('(min-width: 80.01rem)').matches && !CSS.supports('selector(::details-content)'))
      outline.open = true;
    const side = document.getElementById('side')!;
    const current = document.querySelector('.tree [aria-current=page]')?.getBoundingClientRect();
    // Not by `scrollIntoView`, from where the keyboard would go on.
    if (current && current.bottom > innerHeight) side.scrollTop += current.top - innerHeight / 2;
    if (!navigator.clipboard) return;
    const { copy: label } = JSON.parse(document.querySelector<HTMLElement>('a.find')?.dataset.labels ?? '{}') as {
      copy?: string;
    };
    for (const code of document.querySelectorAll('figure.code')) {
      const copy = document.createElement('button');
      copy.type = 'button';
      copy.className = 'copy';
      copy.setAttribute('aria-label', label ?? 'Copy');
      copy.addEventListener('click', () => {
        void navigator.clipboard.writeText(code.querySelector('code')!.textContent ?? '').then(() => {
          copy.classList.add('done');
          setTimeout(() => copy.classList.remove('done'), 2_000);
        });
      });
      code.prepend(copy);
    }
  };
  const afterPaint = (): void => void requestAnimationFrame(() => setTimeout(equip));
  if (document.readyState === 'complete') afterPaint();
  else addEventListener('load', afterPaint);
}

// The compiler would make a `require` of an `import()` within the function.
export const script = `(${readPages.toString()})((address) => import(address));\n`;

export const scriptName = `~script.${hashOf(script)}.js`;
