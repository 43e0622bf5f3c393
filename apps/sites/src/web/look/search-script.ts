import { hashOf } from './asset-name';

/** The texts of the dialog. */
type Texts = Record<
  | 'answer'
  | 'answering'
  | 'recent'
  | 'results'
  | 'nothingFound'
  | 'close'
  | 'select'
  | 'open'
  | 'search'
  | 'searchFailed',
  string
>;

/** A result that a reader has opened. */
interface RecentSearch {
  query: string;
  title: string;
  href: string;
}

/**
 * The dialog that searches while the reader types; pages load it on first use. The input is a combobox whose list
 * contains links (WAI-ARIA 1.2): the site renders them, so that they equal those of the results page.
 */
function openFinder(link: HTMLAnchorElement): void {
  const texts = JSON.parse(link.dataset.labels!) as Texts;
  const kept = `bindery-searches ${new URL(link.href).pathname}`;
  const mostKept = 6;
  /** Nothing is kept of a signed-in visitor: the next one in this browser may see fewer pages. */
  const isSignedIn = document.querySelector('a.sign-out') !== null;
  /** Milliseconds between requests while a reader types. */
  const pause = 30;
  /** The text whose first result is opened once it is found: Enter was pressed before. */
  let entered: string | undefined;

  const made = document.querySelector<HTMLDialogElement>('dialog.finder') ?? make();
  const field = made.querySelector('input')!;
  if (!made.open) made.showModal();
  field.focus();
  field.select();
  if (!field.value) showRecent();

  function make(): HTMLDialogElement {
    const dialog = document.createElement('dialog');
    dialog.className = 'finder';
    dialog.setAttribute('aria-label', texts.search);
    dialog.innerHTML = `<div class="sought"><input type="text" role="combobox" aria-expanded="false" aria-controls="found"
      aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go" maxlength="512">
      <button type="button" class="bare"><kbd>Esc</kbd></button></div>
      <div id="found" role="listbox" tabindex="-1"></div><p class="none" role="status"></p>
      <section class="answer" hidden></section>
      <p class="keys" aria-hidden="true"><kbd>↑</kbd><kbd>↓</kbd> <span></span> <kbd>↵</kbd> <span></span></p>`;
    dialog.querySelector('.sought')!.prepend(link.querySelector('svg')!.cloneNode(true));
    const input = dialog.querySelector('input')!;
    const list = dialog.querySelector<HTMLElement>('#found')!;
    input.placeholder = texts.search;
    input.setAttribute('aria-label', texts.search);
    list.setAttribute('aria-label', texts.results);
    dialog.querySelector('.answer')!.setAttribute('aria-label', texts.answer);
    const close = dialog.querySelector('button')!;
    close.setAttribute('aria-label', texts.close);
    close.addEventListener('click', () => dialog.close());
    const [select, enter] = dialog.querySelectorAll('.keys span');
    select!.textContent = texts.select;
    enter!.textContent = texts.open;
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
      const target = event.target as Element;
      const option = target.closest<HTMLAnchorElement>('[role=option]');
      if (option?.matches('.ask')) {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void ask(option.href);
      } else if (option) follow(option);
      // The result may be on the current page.
      else if (target.closest('.answer a')) dialog.close();
    });
    list.addEventListener('pointermove', (event) => {
      const option = (event.target as Element).closest('[role=option]');
      if (option) choose(option);
    });
    input.addEventListener('input', () => {
      entered = undefined;
      void look();
    });
    input.addEventListener('keydown', (event) => {
      // These keys choose a word of an input method, and end it. WebKit says of the last one only that its code is 229.
      if (event.isComposing || event.keyCode === 229) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        move(step);
      } else if (event.key === 'Enter') {
        event.preventDefault();
        const query = input.value.trim();
        if (list.dataset.query === query) open(query);
        else entered = query;
      }
    });
    document.body.append(dialog);
    return dialog;
  }

  /** Opens the chosen result, or else the page with all results. */
  function open(query: string): void {
    const chosen = parts().list.querySelector<HTMLAnchorElement>('[aria-selected=true]');
    if (chosen) chosen.click();
    else if (query) location.href = `${link.href}?${new URLSearchParams({ q: query }).toString()}`;
  }

  function parts() {
    const list = made.querySelector<HTMLElement>('#found')!;
    const options = [...list.querySelectorAll('[role=option]')];
    return { list, options, none: made.querySelector('.none')!, answer: made.querySelector<HTMLElement>('.answer')! };
  }

  function choose(option: Element | undefined): void {
    for (const one of parts().options) one.setAttribute('aria-selected', String(one === option));
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
  }

  function move(step: number): void {
    const { options } = parts();
    const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    const next = options[(at + step + options.length) % options.length];
    choose(next);
    next?.scrollIntoView({ block: 'nearest' });
  }

  function show(markup: string, query: string): void {
    const { list, none, answer } = parts();
    answer.hidden = true;
    list.innerHTML = markup;
    list.dataset.query = query;
    list.scrollTop = 0;
    const { options } = parts();
    field.setAttribute('aria-expanded', String(options.length > 0));
    const isNothing = options.every((option) => option.matches('.ask'));
    none.textContent = query && isNothing ? `${texts.nothingFound} “${query}”` : '';
    choose(query ? options[0] : undefined);
  }

  async function look(): Promise<void> {
    const query = field.value.trim();
    if (!query) return showRecent();
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (field.value.trim() !== query) return;
    const answer = await fetch(`${link.dataset.found!}?${new URLSearchParams({ q: query }).toString()}`).catch(
      () => undefined,
    );
    // An outdated answer: text typed since then has its own request.
    if (field.value.trim() !== query) return;
    const markup = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
    if (field.value.trim() !== query) return;
    show(markup ?? '', query);
    if (markup === undefined) parts().none.textContent = texts.searchFailed;
    else if (entered === query && made.open) open(query);
    entered = undefined;
  }

  /** Shows the answer in place of the results; if it cannot be fetched, opens the page with the answer. */
  async function ask(page: string): Promise<void> {
    const question = field.value.trim();
    show('', question);
    const { none, answer } = parts();
    none.textContent = texts.answering;
    const got = await fetch(`${link.dataset.answer!}${new URL(page).search}`).catch(() => undefined);
    if (field.value.trim() !== question || !made.open) return;
    if (!got?.ok) return void (location.href = page);
    answer.innerHTML = await got.text();
    none.textContent = '';
    answer.hidden = false;
  }

  function read(): RecentSearch[] {
    try {
      // Earlier releases kept it.
      if (isSignedIn) localStorage.removeItem(kept);
      return JSON.parse(localStorage.getItem(kept) ?? '[]') as RecentSearch[];
    } catch {
      return [];
    }
  }

  function follow(option: HTMLAnchorElement): void {
    const query = field.value.trim();
    const title = option.querySelector('b, span')?.textContent ?? option.textContent;
    const others = read().filter(({ href }) => href !== option.getAttribute('href'));
    const followed = [{ query, title, href: option.getAttribute('href')! }, ...others].slice(0, mostKept);
    try {
      if (!isSignedIn) localStorage.setItem(kept, JSON.stringify(followed));
    } catch {
      // The browser permits no storage.
    }
    // The result may be on the current page.
    made.close();
  }

  function showRecent(): void {
    show('', '');
    const followed = read();
    if (followed.length === 0) return;
    const { list } = parts();
    const group = document.createElement('div');
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', texts.recent);
    const title = document.createElement('p');
    title.setAttribute('role', 'presentation');
    title.textContent = texts.recent;
    group.append(title);
    followed.forEach(({ title: name, href }, index) => {
      const option = document.createElement('a');
      option.className = 'page';
      option.id = `found-${index}`;
      option.tabIndex = -1;
      option.setAttribute('role', 'option');
      option.setAttribute('href', href);
      const text = document.createElement('span');
      text.textContent = name;
      option.append(text);
      group.append(option);
    });
    list.append(group);
    field.setAttribute('aria-expanded', 'true');
  }
}

export const searchScript = `export const open = ${openFinder.toString()};\n`;

export const searchScriptName = `~find.${hashOf(searchScript)}.js`;
