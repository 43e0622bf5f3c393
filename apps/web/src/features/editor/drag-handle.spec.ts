import { dragHandle } from './drag-handle';

const element = () =>
  Object.assign(new EventTarget(), { setAttribute: () => undefined, append: () => undefined, remove: () => undefined });
const handle = element();

beforeAll(() =>
  Object.defineProperty(globalThis, 'document', { value: { createElement: () => handle }, configurable: true }),
);
afterAll(() => Reflect.deleteProperty(globalThis, 'document'));

it('drags nothing more once its drag ends, also when nothing was dropped', () => {
  const view = { dom: { parentElement: element() }, dragging: { move: true } as object | null };
  dragHandle.spec.view!(view as never);
  handle.dispatchEvent(new Event('dragend'));
  expect(view.dragging).toBeNull();
});
