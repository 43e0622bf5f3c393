import { configurationValues } from './configuration-values';

const properties = {
  channel: { type: 'string' },
  token: { type: 'string' },
  on: { type: 'boolean' },
  login: { type: 'button' },
};

it('has no value of a field that was emptied, and keeps what has no field', () => {
  const values = { channel: '#docs', token: 'abc', login: { user: 'ada' }, other: 1 };
  const fields: Record<string, unknown> = { channel: '', token: 'abc', on: false };
  expect(configurationValues(properties, values, (name) => fields[name])).toEqual({
    token: 'abc',
    on: false,
    login: { user: 'ada' },
    other: 1,
  });
});
