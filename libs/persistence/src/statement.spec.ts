import { joined, prepared } from './statement';

const insert = (table: string, ...values: unknown[]) => ({
  text: `insert into ${table} values (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
  values,
});

it('joins statements to one, with the parameters of each', () => {
  expect(joined([insert('comment', 'a', 'b'), insert('outbox', 'c')])).toEqual({
    text: 'with part_0 as (insert into comment values ($1, $2)), part_1 as (insert into outbox values ($3)) select',
    values: ['a', 'b', 'c'],
  });
  expect(joined([insert('outbox', 'c')])).toEqual(insert('outbox', 'c'));
});

it('gives equal texts one name', () => {
  const names = ['a', 'b'].map((value) => prepared(insert('outbox', value)).name);
  expect(names[0]).toBe(names[1]);
  expect(prepared(insert('comment', 'a')).name).not.toBe(names[0]);
});
