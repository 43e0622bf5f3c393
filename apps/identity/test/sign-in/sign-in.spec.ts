import {
  Browser,
  codeOf,
  createServiceOrganization,
  startServiceOrganization,
  linkOf,
  mailsTo,
  nextMail,
  type SignedInProgram,
  type TestOrganization,
  until,
  visit,
} from '@bindery/testing';

let world: TestOrganization;
let number = 0;
const newAddress = () => `person${number++}@mail.example.org`;

beforeAll(async () => void (world = await createServiceOrganization('identity')));
afterAll(() => world.close());

async function ask(email: string): Promise<string> {
  const { status, json } = await visit<{ signIn: string }>(world, '/sign-in', { form: { email } });
  expect(status).toBe(200);
  return json.signIn;
}

const byCode = (signIn: string, code: string) =>
  visit<SignedInProgram>(world, '/sign-in/code', { form: { signIn, code } });
const byLink = (link: string) => visit<SignedInProgram>(world, '/sign-in/link', { form: { link } });

async function userOf(token: string) {
  return world.api.call<{ id: string; email: string }>('getAuthenticatedUser', { token });
}

/** Every row of every table of identity, as text. */
async function everything(): Promise<string> {
  const tables = await world.records.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'identity'`,
  );
  let text = '';
  for (const { name } of tables) {
    const rows = await world.records.query<{ row: string }>(`select t::text as row from identity."${name}" t`);
    text += rows.map(({ row }) => `${row}\n`).join('');
  }
  return text;
}

describe('signing in by code', () => {
  it('makes a user of a new address, verifies it and answers a token that works', async () => {
    const email = newAddress();
    const signIn = await ask(email);
    const { status, json, headers } = await byCode(signIn, codeOf(await nextMail(world, email)));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(json.user).toMatchObject({ email, displayName: email.split('@')[0] });
    expect((await userOf(json.token)).body).toMatchObject({ id: json.user.id, email });
    const [row] = await world.records.query<{ verified: boolean }>(
      `select email_verified_at is not null as verified from "user" where id = '${json.user.id}'`,
    );
    expect(row!.verified).toBe(true);
  });

  it('signs the same user in again, with any case of the address, and reads a code typed carelessly', async () => {
    const email = newAddress();
    const first = (await byCode(await ask(email), codeOf(await nextMail(world, email)))).json;
    const signIn = await ask(email.toUpperCase());
    const code = codeOf(await nextMail(world, email, 1));
    const second = (await byCode(signIn, ` ${code.toLowerCase().replace('-', ' ')} `)).json;
    expect(second.user.id).toBe(first.user.id);
    expect(second.token).not.toBe(first.token);
  });

  it('takes a code once, for its own sign-in only, and in at most five tries', async () => {
    const email = newAddress();
    const [mine, others] = [await ask(email), await ask(newAddress())];
    const code = codeOf(await nextMail(world, email));
    expect((await byCode(others, code)).status).toBe(403);
    expect((await byCode(mine, code)).status).toBe(200);
    expect((await byCode(mine, code)).status).toBe(403);

    const again = await ask(email);
    const right = codeOf(await nextMail(world, email, 1));
    for (let i = 0; i < 5; i++) expect((await byCode(again, 'AAAA-AAAA')).status).toBe(403);
    expect((await byCode(again, right)).status).toBe(403);
  });

  it('gives one token to a code that is sent ten times at once', async () => {
    const email = newAddress();
    const signIn = await ask(email);
    const code = codeOf(await nextMail(world, email));
    const answers = await Promise.all(Array.from({ length: 10 }, () => byCode(signIn, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('refuses a code after ten minutes', async () => {
    const email = newAddress();
    const signIn = await ask(email);
    const mail = await nextMail(world, email);
    await world.records.query(`update sign_in set expires_at = now() - interval '1 second' where id = '${signIn}'`);
    expect((await byCode(signIn, codeOf(mail))).status).toBe(403);
    expect((await byLink(linkOf(mail))).status).toBe(403);
  });

  it('keeps neither code nor link nor token anywhere', async () => {
    const email = newAddress();
    const signIn = await ask(email);
    const mail = await nextMail(world, email);
    const [code, link] = [codeOf(mail), linkOf(mail)];
    const { token } = (await byCode(signIn, code)).json;
    const rows = await everything();
    // The search itself works: it finds what has to be there.
    expect(rows).toContain(email);
    for (const secret of [code, code.replace('-', ''), link, link.split('.')[1]!, token])
      expect(rows).not.toContain(secret);
  });
});

it('accepts an invitation at the next sign-in that was stored while the address was being verified', async () => {
  const email = newAddress();
  const signIn = async (mails: number) =>
    (await byCode(await ask(email), codeOf(await nextMail(world, email, mails)))).json;
  await signIn(0);
  await world.records.query(
    `insert into invitation (id, organization_id, email, role, invited_by) values ('late', $1, $2, 'comment', $3)`,
    [world.organization, email, world.admin.id],
  );
  const { token, user } = await signIn(1);
  const params = { organizationId: world.organization, userId: user.id };
  expect(await world.api.expect('getMemberInOrganizationById', { token, params })).toMatchObject({ role: 'comment' });
});

describe('signing in by link', () => {
  it('does nothing when the link is opened, as programs that look into mails do, and signs in when it is confirmed', async () => {
    const email = newAddress();
    await ask(email);
    const link = linkOf(await nextMail(world, email));
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await new Browser(world).visit(`/sign-in/link/${link}`, { method, page: true })).status).toBe(200);
    const { status, json } = await byLink(link);
    expect({ status, email: json.user.email }).toEqual({ status: 200, email });
    expect((await byLink(link)).status).toBe(403);
  });

  it('uses up the code as well, and takes no link that it did not make', async () => {
    const email = newAddress();
    const signIn = await ask(email);
    const mail = await nextMail(world, email);
    const link = linkOf(mail);
    const changed = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [changed, signIn, `${signIn}.`, `${signIn}.${'A'.repeat(43)}`, '', '.'])
      expect([400, 403]).toContain((await byLink(wrong)).status);
    expect((await byLink(link)).status).toBe(200);
    expect((await byCode(signIn, codeOf(mail))).status).toBe(403);
  });
});

describe('a sign-in is bound to the browser that asked', () => {
  const started = async (browser: Browser) => {
    const email = newAddress();
    const { json } = await browser.visit<{ signIn: string }>('/sign-in', { form: { email } });
    const mail = await nextMail(world, email);
    return { email, signIn: json.signIn, code: codeOf(mail), link: linkOf(mail) };
  };

  it('by a cookie that no script sees', async () => {
    const { headers } = await new Browser(world).visit('/sign-in', { form: { email: newAddress() } });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^bindery-browser=[\w-]{32}; Path=\/; HttpOnly$/)]);
  });

  it('so a code counts nowhere else, and is not used up there', async () => {
    const [own, other, none] = [new Browser(world), new Browser(world), new Browser(world)];
    await started(other);
    const { signIn, code } = await started(own);
    for (const browser of [other, none])
      expect((await browser.visit('/sign-in/code', { form: { signIn, code } })).status).toBe(403);
    expect((await own.visit('/sign-in/code', { form: { signIn, code } })).status).toBe(200);
  });

  it('so a link that is opened elsewhere names its user, and needs a confirmation there', async () => {
    const [own, other] = [new Browser(world), new Browser(world)];
    const { email, link } = await started(own);
    expect((await other.visit('/sign-in/link', { form: { link } })).status).toBe(403);
    const asked = await other.visit(`/sign-in/link/${link}`, { page: true });
    expect(asked.text).toContain('<h1>Sign in on this device?</h1>');
    expect(asked.text).toContain(`<strong>${email}</strong>`);
    const confirmation = /name="confirmation" value="([\w-]+)"/.exec(asked.text)![1]!;
    // A confirmation is worth nothing in another browser, nor for another link.
    const foreign = await started(own);
    for (const [browser, form] of [
      [new Browser(world), { link, confirmation }],
      [other, { link: foreign.link, confirmation }],
      [other, { link, confirmation: 'A'.repeat(43) }],
    ] as const)
      expect((await browser.visit('/sign-in/link', { form })).status).toBe(403);
    const { status, json } = await other.visit<SignedInProgram>('/sign-in/link', { form: { link, confirmation } });
    expect({ status, email: json.user.email }).toEqual({ status: 200, email });
  });

  it('so a link in the own browser needs the page’s button alone', async () => {
    const own = new Browser(world);
    const { link } = await started(own);
    expect((await own.visit(`/sign-in/link/${link}`, { page: true })).text).not.toContain('on this device?');
    expect((await own.visit('/sign-in/link', { form: { link } })).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site of a sibling', { 'sec-fetch-site': 'same-site', origin: 'http://bindery.test' }],
  ])('and takes no form of another site, as %s tells', async (_, headers) => {
    const own = new Browser(world);
    const { signIn, code, link } = await started(own);
    const forms = [
      ['/sign-in', { email: newAddress() }],
      ['/sign-in/code', { signIn, code }],
      ['/sign-in/link', { link }],
      ['/app/sign-out', {}],
    ] as const;
    for (const [path, form] of forms)
      expect([path, (await own.visit(path, { form, headers })).status]).toEqual([path, 403]);
    const self = { origin: 'http://bindery.test', 'sec-fetch-site': 'same-origin' };
    expect((await own.visit('/sign-in/code', { form: { signIn, code }, headers: self })).status).toBe(200);
  });
});

it('takes JSON from programs, and refuses what is none', async () => {
  const program = new Browser(world);
  const headers = { 'content-type': 'application/json' };
  const email = newAddress();
  const send = <T>(path: string, body: string) => program.visit<T>(path, { form: body, headers });
  const { status, json } = await send<{ signIn: string }>('/sign-in', JSON.stringify({ email }));
  expect(status).toBe(200);
  const code = codeOf(await nextMail(world, email));
  const { json: signedIn } = await send<SignedInProgram>('/sign-in/code', JSON.stringify({ ...json, code }));
  expect((await userOf(signedIn.token)).body.email).toBe(email);
  expect(program.cookies.has('bindery-session')).toBe(false);
  const refused = ['{', '[]', '"text"', 'null', '{"__proto__": {"email": "a@b.example"}}', '{"email": 1}'];
  for (const body of refused) expect([body, (await send('/sign-in', body)).status]).toEqual([body, 400]);
});

describe('the pages', () => {
  it('need no script and load nothing from elsewhere', async () => {
    const email = newAddress();
    const pages = [
      await visit(world, '/sign-in', { page: true }),
      await visit(world, '/sign-in', { page: true, form: { email } }),
      await visit(world, `/sign-in/link/${linkOf(await nextMail(world, email))}`, { page: true }),
      await visit(world, '/sign-in/sso?organization=nobody.example', { page: true }),
      await visit(world, '/sign-in/code', { page: true, form: { signIn: 'x', code: 'y' } }),
    ];
    for (const { headers, text } of pages) {
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(text).not.toMatch(/<script| on\w+=| style=/i);
      expect(text).toMatch(/<html lang="en">[\s\S]*<title>[\s\S]*<main>[\s\S]*<h1>/);
      for (const [, id] of text.matchAll(/<(?:input|textarea) id="(\w+)"/g))
        expect(text).toContain(`<label for="${id}">`);
    }
  });

  it('lead into the app, and make a token to be copied on request', async () => {
    const email = newAddress();
    const browser = new Browser(world);
    const { json } = await browser.visit<{ signIn: string }>('/sign-in', { form: { email } });
    const form = { signIn: json.signIn, code: codeOf(await nextMail(world, email)) };
    const { status, text } = await browser.visit('/sign-in/code', { page: true, form });
    expect(status).toBe(200);
    expect(text).toContain('<a class="button" href="/app">');
    expect(text).not.toContain('bnd_');
    const own = { origin: 'http://bindery.test' };
    const made = await browser.visit('/sign-in/token', { page: true, form: {}, headers: own });
    const token = /<textarea[^>]*>(bnd_user_\w+)<\/textarea>/.exec(made.text)![1]!;
    expect((await userOf(token)).body.email).toBe(email);
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { ...own, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign)
      expect((await browser.visit('/sign-in/token', { form: {}, headers })).status).toBe(403);
    expect((await new Browser(world).visit('/sign-in/token', { form: {}, headers: own })).status).toBe(401);
  });

  it.each(['"><script>alert(1)</script>', "'><img src=x onerror=alert(1)>", '</textarea><script>'])(
    'escape %s wherever it goes in',
    async (evil) => {
      const tries = [
        visit(world, `/sign-in/link/${encodeURIComponent(evil)}`, { page: true }),
        visit(world, `/sign-in/sso?organization=${encodeURIComponent(evil)}`, { page: true }),
        visit(world, '/sign-in', { page: true, form: { email: evil } }),
        visit(world, '/sign-in/code', { page: true, form: { signIn: evil, code: evil } }),
        visit(world, `/saml/${encodeURIComponent(evil)}/start`, { page: true }),
      ];
      for (const { text } of await Promise.all(tries)) expect(text).not.toContain(evil);
    },
  );

  it.each([
    '',
    'nobody',
    'a@b',
    '@example.com',
    'a b@example.com',
    'a@example.com,b@example.com',
    'a@exa\u0000mple.com',
  ])('refuse the address %j', async (email) => {
    const { status, json } = await visit<{ error: { details: { field: string }[] } }>(world, '/sign-in', {
      form: { email },
    });
    expect(status).toBe(400);
    expect(json.error.details[0]!.field).toBe('body.email');
  });

  it('refuse forms that are too large, of another kind or ambiguous', async () => {
    const type = (value: string) => ({ headers: { 'content-type': value } });
    expect((await visit(world, '/sign-in', { form: { email: 'a'.repeat(600_000) } })).status).toBe(413);
    expect((await visit(world, '/sign-in', { form: 'email=a@example.com', ...type('text/plain') })).status).toBe(415);
    const twice = 'email=a@example.com&email=b@example.com';
    expect((await visit(world, '/sign-in', { form: twice, ...type('application/x-www-form-urlencoded') })).status).toBe(
      400,
    );
  });
});

it('answers the same for a known address and an unknown one', async () => {
  const known = await visit(world, '/sign-in', { page: true, form: { email: world.admin.email } });
  const unknown = await visit(world, '/sign-in', { page: true, form: { email: newAddress() } });
  const plain = (text: string) => text.replace(/name="signIn" value="\w+"/, '');
  expect(plain(known.text)).toBe(plain(unknown.text));
});

it('leaves an audit row of a sign-in with its user', async () => {
  const email = newAddress();
  const { user } = (await byCode(await ask(email), codeOf(await nextMail(world, email)))).json;
  const rows = () =>
    world.records.query<{ actor: string }>(
      `select actor from audit_event where action = 'signInByEmail' and target_id = '${user.id}'`,
    );
  await until(async () => (await rows()).length > 0);
  expect(await rows()).toEqual([{ actor: user.id }]);
});

describe('a closed installation', () => {
  let closed: TestOrganization;
  beforeAll(
    async () => void (closed = await startServiceOrganization('identity', { settings: { SIGN_UP: 'closed' } })),
  );
  afterAll(() => closed.close());

  it('sends no mail to strangers, answers them the same, and signs known users in', async () => {
    const stranger = newAddress();
    const [known, unknown] = await Promise.all([
      visit<{ signIn: string }>(closed, '/sign-in', { form: { email: closed.admin.email } }),
      new Browser(closed).visit<{ signIn: string }>('/sign-in', { form: { email: stranger } }),
    ]);
    expect(unknown.status).toBe(known.status);
    expect(Object.keys(unknown.json)).toEqual(Object.keys(known.json));
    const code = codeOf(await nextMail(closed, closed.admin.email));
    const form = { signIn: known.json.signIn, code };
    expect((await visit(closed, '/sign-in/code', { form })).status).toBe(200);
    expect(await mailsTo(closed, stranger)).toEqual([]);
  });

  it('notifies invited users, and signs them in as members', async () => {
    const { api, admin, organization } = closed;
    const invited = newAddress();
    const body = { emails: [invited], role: 'edit' };
    await api.expect('inviteUsersToOrganization', {
      token: admin.token,
      params: { organizationId: organization },
      body,
    });
    const invitation = await nextMail(closed, invited);
    expect(invitation.subject).toMatch(/invited you to First$/);
    expect(invitation.text).toContain('http://bindery.test/sign-in');

    const { json } = await visit<{ signIn: string }>(closed, '/sign-in', { form: { email: invited } });
    let code: string | undefined;
    while (!code)
      code = (await mailsTo(closed, invited)).map(({ text }) => /^\w{4}-\w{4}$/m.exec(text)?.[0]).find(Boolean);
    const { json: signedIn } = await visit<SignedInProgram>(closed, '/sign-in/code', {
      form: { signIn: json.signIn, code },
    });
    const member = await api.expect('getMemberInOrganizationById', {
      token: signedIn.token,
      params: { organizationId: organization, userId: signedIn.user.id },
    });
    expect(member).toMatchObject({ role: 'edit', sso: false });
  });
});

describe('with limits', () => {
  let limited: TestOrganization;
  beforeAll(async () => {
    limited = await startServiceOrganization('identity', {
      settings: { RATE_LIMIT: 'on', SIGN_IN_PER_EMAIL: '2', SIGN_IN_PER_ADDRESS: '5' },
    });
  });
  afterAll(() => limited.close());

  it('sends few mails to one address and few from one, and says when to try again', async () => {
    const send = (email: string) => visit(limited, '/sign-in', { form: { email } });
    const email = newAddress();
    expect((await send(email)).status).toBe(200);
    expect((await send(email)).status).toBe(200);
    const third = await send(email);
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(newAddress())).status).toBe(200);
    expect((await send(newAddress())).status).toBe(200);
    expect((await send(newAddress())).status).toBe(429);
  });

  it('limits guesses', async () => {
    const tries = [];
    for (let i = 0; i < 11; i++)
      tries.push(
        (await visit(limited, '/sign-in/code', { form: { signIn: `unknown${i}`, code: 'AAAA-AAAA' } })).status,
      );
    expect(tries).toEqual([...Array<number>(10).fill(403), 429]);
  });
});
