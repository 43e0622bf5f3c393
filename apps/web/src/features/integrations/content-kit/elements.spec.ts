import { initialState, resolveState, withLaterValues } from './elements';

describe('the state of a component', () => {
  it('begins with the values of its inputs, and keeps those that it has', () => {
    const element = {
      type: 'block',
      children: [
        { type: 'input', label: 'Key', element: { type: 'textinput', state: 'key', initialValue: 'abc' } },
        { type: 'switch', state: 'on', initialValue: true },
        'text',
      ],
    };
    expect(initialState(element, { on: false })).toEqual({ key: 'abc', on: false });
  });

  it('keeps what the user entered since the script was asked', () => {
    const sent = { plan: 'small', name: 'a' };
    expect(withLaterValues({ plan: 'small', name: 'A' }, sent, { plan: 'large', name: 'a' })).toEqual({
      plan: 'large',
      name: 'A',
    });
  });

  it('is put where a value refers to it', () => {
    const action = { action: 'save', values: [{ $state: 'key' }, 1], nested: { on: { $state: 'on' } } };
    expect(resolveState(action, { key: 'abc', on: true })).toEqual({
      action: 'save',
      values: ['abc', 1],
      nested: { on: true },
    });
  });
});
