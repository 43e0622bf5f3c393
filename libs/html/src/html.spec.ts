import { attributes, html, join } from './html';

const hostile = `<script>alert("1")</script> & 'x'`;
const escaped = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;';

it('escapes what is put into a template', () => {
  expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(`<p title="${escaped}">${escaped}</p>`);
});

it('puts in markup as it is, and lists part by part', () => {
  expect(
    html`<ul>
      ${['a', '<b>'].map((item) => html`<li>${item}</li>`)}
    </ul>`.markup,
  ).toBe('<ul>\n<li>a</li><li>&lt;b&gt;</li>\n</ul>');
  expect(join(['<', html`<br />`, 1]).markup).toBe('&lt;<br />1');
});

it('writes nothing for what is not there', () => {
  expect(html`${undefined}${false}${null}`.markup).toBe('');
});

it('writes attributes, escaped, without those that are off', () => {
  expect(attributes({ href: hostile, open: true, hidden: false, id: undefined, width: 2 }).markup).toBe(
    ` href="${escaped}" open width="2"`,
  );
});
