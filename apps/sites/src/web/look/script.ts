import { hashOf } from './asset-name';

/**
 * Optional features of pages that need a script: keep the reader's choice of light and dark, copy code, open the search dialog,
 * close menus. No page waits for it. It adds elements after the page is painted; `firstScript` applies what is kept before.
 */
function readPages(load: (address: string) => Promise<unknown>): void {
  const root = document.documentElement;
  const keep = (name: string, value: string): void => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // The value then applies to this page only.
    }
  };
  const kept = (name: string): string | null => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };

  /** Loads the fonts of this page for the next ones, and keeps their names. */
  const loadFonts = async (): Promise<void> => {
    const style = getComputedStyle(root);
    const page = document.body.textContent;
    const shown = document.querySelector('code') ? ['text', 'code'] : ['text'];
    const ready = root.dataset.fonts?.split(' ') ?? [];
    const loaded: string[] = [];
    for (const kind of shown.filter((one) => !ready.includes(one))) {
      const name = root.dataset[`${kind}Font`];
      const family = style.getPropertyValue(`--${kind}-font`).trim();
      if (!name || !family) continue;
      const weights = ['400', '600'].map((weight) => document.fonts.load(`${weight} 1em ${family}`, page));
      const faces = await Promise.all(weights).catch(() => []);
      if (faces.flat().length > 0) loaded.push(name);
    }
    if (loaded.length === 0) return;
    const before = kept('bindery-fonts')?.split(' ') ?? [];
    keep('bindery-fonts', [...new Set([...before, ...loaded])].join(' '));
  };

  const openSearch = async (): Promise<void> => {
    const link = document.querySelector<HTMLElement>('a.find');
    if (!link) return;
    const { open } = (await load(link.dataset.script!)) as { open: (link: HTMLElement) => void };
    open(link);
  };

  // One tab stays open, and a chosen name is chosen in all tab groups of the page that have it.
  const openTab = (tab: Element, event: Event): void => {
    const item = tab.parentElement as HTMLDetailsElement;
    if (item.open) return event.preventDefault();
    const name = tab.textContent.trim();
    const top = tab.getBoundingClientRect().top;
    for (const other of document.querySelectorAll('.tabs > details > summary'))
      if (other !== tab && other.textContent.trim() === name) (other.parentElement as HTMLDetailsElement).open = true;
    requestAnimationFrame(() => scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' }));
  };

  /** Marks the reader's position in the outline. */
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

  /** Scrolls the tree of pages to the current page, without scrolling the page itself. */
  const showPlace = (): void => {
    const side = document.getElementById('side');
    const here = side?.querySelector('[aria-current=page]');
    if (!side || !here) return;
    const below = here.getBoundingClientRect().top - side.getBoundingClientRect().top;
    if (below > side.clientHeight - 80) side.scrollTop += below - side.clientHeight / 2;
  };

  /** The texts of elements that scripts add. */
  const texts = (): Record<string, string> =>
    JSON.parse(document.querySelector<HTMLElement>('a.find')?.dataset.labels ?? '{}') as Record<string, string>;

  const read = async (address: string): Promise<Blob> => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    return new Blob([await answer.text()], { type: 'text/plain' });
  };

  /** Copies the page, or an address, and confirms it before the menu closes. A page that cannot be copied is opened. */
  const copyFrom = async (link: HTMLAnchorElement): Promise<void> => {
    const { clipboard } = navigator;
    const isAddress = link.matches('.copy-address');
    try {
      if (isAddress) await clipboard.writeText(link.href);
      // WebKit permits writing only while the click is handled: the clipboard waits for the text.
      else if ('ClipboardItem' in window) await clipboard.write([new ClipboardItem({ 'text/plain': read(link.href) })]);
      else await clipboard.writeText(await (await read(link.href)).text());
    } catch {
      if (!isAddress) location.href = link.href;
      return;
    }
    const label = link.querySelector('span')!;
    const before = label.textContent;
    label.setAttribute('role', 'status');
    label.textContent = texts().copied ?? before;
    setTimeout(() => {
      label.textContent = before;
      link.closest('details')!.open = false;
    }, 1_000);
  };

  /** Shows the whole image over the page, which stays unchanged. */
  const enlarge = (link: HTMLAnchorElement): void => {
    const shown = [...link.querySelectorAll('img')].find((one) => one.checkVisibility())!;
    const dialog = document.createElement('dialog');
    dialog.className = 'zoomed';
    dialog.setAttribute('aria-label', shown.alt || texts().enlarge!);
    const close = document.createElement('button');
    close.className = 'bare';
    close.setAttribute('aria-label', texts().close!);
    close.innerHTML = '<kbd>Esc</kbd>';
    const whole = new Image();
    whole.src = shown.currentSrc;
    whole.alt = shown.alt;
    dialog.append(whole, close);
    dialog.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };

  const isDark = (): boolean => getComputedStyle(root).colorScheme === 'dark';

  const changeTheme = (button: Element): void => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    button.setAttribute('aria-pressed', String(isDark()));
    keep('bindery-theme', root.dataset.theme);
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
    const copying = target.closest<HTMLAnchorElement>('a.copy-page, a.copy-address');
    if (isPlain && copying && 'clipboard' in navigator) {
      event.preventDefault();
      void copyFrom(copying);
    }
    const zoom = isPlain && target.closest<HTMLAnchorElement>('a.zoom');
    if (zoom) {
      event.preventDefault();
      enlarge(zoom);
    }
    if (target.closest('.print-page')) print();
    const theme = target.closest('button.theme');
    if (theme) changeTheme(theme);
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
    void send(form, fields);
  });

  /** Thanks the reader after the answer, and requests suggestions. */
  const send = async (form: HTMLFormElement, fields: URLSearchParams): Promise<void> => {
    const buttons = form.querySelectorAll('button');
    for (const button of buttons) button.disabled = true;
    const answer = await fetch(form.action, { method: 'POST', body: fields, redirect: 'manual' }).catch(
      () => undefined,
    );
    const said = form.querySelector('[role=status]') ?? document.createElement('p');
    said.setAttribute('role', 'status');
    // The answer redirects to the page.
    if (answer?.type !== 'opaqueredirect') {
      for (const button of buttons) button.disabled = false;
      said.textContent = form.dataset.failed!;
      form.append(said);
      return;
    }
    said.textContent = form.dataset.sent!;
    form.replaceChildren(said);
    if (fields.has('comment')) return;
    const [rating, text, button] = ['input', 'textarea', 'button'].map((name) => document.createElement(name));
    Object.assign(rating!, { type: 'hidden', name: 'rating', value: fields.get('rating') });
    Object.assign(text!, { name: 'comment', maxLength: 512, required: true, placeholder: form.dataset.text });
    text!.setAttribute('aria-label', form.dataset.text!);
    button!.textContent = form.dataset.send!;
    form.append(rating!, text!, button!);
  };

  const equip = (): void => {
    document.querySelector('button.theme')?.setAttribute('aria-pressed', String(isDark()));
    followHeadings();
    void loadFonts();
    showPlace();
    document.getElementById('side')?.addEventListener('toggle', showPlace);
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
    // Not by `scrollIntoView`, which would move the starting point of the keyboard.
    if (current && current.bottom > innerHeight) side.scrollTop += current.top - innerHeight / 2;
    if (!navigator.clipboard) return;
    const { copy: label, copied } = texts();
    for (const code of document.querySelectorAll('figure.code')) {
      const copy = document.createElement('button');
      copy.type = 'button';
      copy.className = 'copy';
      copy.setAttribute('aria-label', label ?? 'Copy');
      copy.addEventListener('click', () => {
        void navigator.clipboard.writeText(code.querySelector('code')!.textContent ?? '').then(() => {
          const tell = (isDone: boolean): void => {
            copy.classList.toggle('done', isDone);
            copy.setAttribute('aria-label', (isDone ? copied : label) ?? 'Copy');
          };
          tell(true);
          setTimeout(tell, 2_000, false);
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
