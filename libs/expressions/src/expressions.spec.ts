import { evaluate, ExpressionError, namesIn, parseExpression } from './index';

const context = {
  visitor: { claims: { plan: 'pro', seats: 5, roles: ['admin', 'dev'], beta: true, 'the key': 1, unsigned: {} } },
  reviews: [{ status: 'approved' }, { status: 'changes-requested' }],
  ['__proto__']: { polluted: true },
};
const valueOf = (source: string): unknown => evaluate(parseExpression(source), context);

it.each<[string, unknown]>([
  ['visitor.claims.plan', 'pro'],
  ['visitor.claims.plan == "pro"', true],
  [`visitor.claims.plan === 'pro' && visitor.claims.beta`, true],
  ['visitor.claims.plan != "pro" || visitor.claims.seats >= 5', true],
  ['!visitor.claims.unsigned.bucket.flag', true],
  ['visitor?.claims?.nothing?.at?.all', null],
  ['visitor.claims["the key"] + 1', 2],
  ['"v" + 2 + "." + visitor.claims.seats', 'v2.5'],
  ['"admin" in visitor.claims.roles', true],
  ['visitor.claims.plan in ["pro", "max"]', true],
  ['"beta" in visitor.claims', true],
  ['"toString" in visitor.claims', false],
  ['"absent" in visitor.claims', false],
  ['reviews.length > 1 && reviews[0].status == "approved"', true],
  ['reviews[7].status', null],
  ['visitor.claims.seats > 3 ? "many" : "few"', 'many'],
  ['(1 + 2) == 3 && -1 < 0', true],
  ['"a" < "b"', true],
  ['"10" == 10', false],
  ['"10" > 9', false],
  ['null == undefined', true],
  ['false || null', null],
  ['"a\\"b\\n"', 'a"b\n'],
  ['"in" == "in"', true],
])('%s is %j', (source, value) => {
  expect(valueOf(source)).toEqual(value);
});

it.each([
  'visitor.claims.constructor',
  'visitor.constructor.constructor',
  'visitor.__proto__',
  'reviews.map',
  'visitor.claims.plan.toUpperCase',
  'constructor',
  'toString',
  'globalThis',
  'process.env',
])('%s reaches nothing but data', (source) => {
  expect(valueOf(source)).toBeNull();
});

it.each([
  ['', 'the end is not expected at character 1'],
  ['a ==', 'the end is not expected at character 5'],
  ['a b', 'b is not expected at character 3'],
  ['f(1)', '( is not expected at character 2'],
  ['a = 1', '"=" is not expected at character 3'],
  ['a; b', '";" is not expected at character 2'],
  ['`x`', '"`" is not expected at character 1'],
  ['/x/', '"/" is not expected at character 1'],
  ['"open', '"\\"" is not expected at character 1'],
  ['[1, 2', ', is expected instead of the end at character 6'],
  ['a ? b', ': is expected instead of the end at character 6'],
  ['{}', '"{" is not expected at character 1'],
  ['a.1', '1 is not expected at character 3'],
  ['in', 'in is not expected at character 1'],
  ['!'.repeat(20) + 'a', 'An expression can be nested at most 16 deep at character 17'],
  ['('.repeat(20) + 'a' + ')'.repeat(20), 'An expression can be nested at most 16 deep at character 17'],
  [Array(40).fill('a').join('||'), 'An expression can have at most 64 parts at character 98'],
  [' '.repeat(1_025), 'An expression can have at most 1024 characters at character 1025'],
])('%j is refused with the reason and the place', (source, message) => {
  expect(() => parseExpression(source)).toThrow(
    new ExpressionError(message.replace(/ at character \d+$/, ''), Number(message.match(/\d+$/)![0]) - 1),
  );
});

it('returns the names that it reads', () => {
  expect([...namesIn(parseExpression('visitor.claims.a && (space.vars["page"] in [page.vars.x])'))].sort()).toEqual([
    'page',
    'space',
    'visitor',
  ]);
});
