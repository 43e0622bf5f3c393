type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields whose values are sent later; filters of lists and roles in them take effect at once. */
const fields = ':is(form, [role=dialog], .component) :is(input, textarea, select), .title-input';
const mark = 'data-changed';

document.addEventListener('input', ({ target }) => {
  if (target instanceof Element && target.matches(fields)) target.setAttribute(mark, '');
});

/** Whether the screen holds what a user has entered, which is gone with it. The editor keeps its text by itself. */
export const holdsInput = (): boolean =>
  [...document.querySelectorAll<Field>(`[${mark}]`)].some(({ value }) => value.trim() !== '');
