const long = `const everything = [${"'a long value', ".repeat(30)}];`;

const picture = (color: string, width = 400, height = 200): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${color}"/></svg>`;

const card = (title: string, text: string, cover = '', target = ''): string =>
  `<tr><td><strong>${title}</strong></td><td>${text}</td><td>${cover && `<a href="${cover}.svg">${cover}.svg</a>`}</td><td>${cover && `<a href="night.svg">night.svg</a>`}</td><td>${target && `<a href="${target}">${target}</a>`}</td></tr>`;

const cards = (rows: string[], size = ''): string =>
  `<table data-card-size="${size || 'medium'}" data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-cover data-type="image">Cover</th><th data-hidden data-card-cover-dark data-type="image">Dark</th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody>${rows.join('')}</tbody></table>`;

/** One of every block, with what tends to break it: long words, long lines, one part and many. */
const blocks = `---
description: One of every block, with what tends to break it.
icon: cubes
cover: day.svg
---

# Blocks

A paragraph with **bold**, *italic*, ~~struck~~, \`code\`, a [link](https://example.com/a), a [page](second.md), H<sub>2</sub>O, <mark style="color:orange;">colour</mark>, <kbd>Ctrl</kbd>, :books:, $$a^2 + b^2 = c^2$$ and ${'averylongwordwithoutanyplacetobreakit'.repeat(3)}. A word with a note[^1].

[^1]: What the note says.

> A quotation stands apart.
>
> And goes on.

***

## Lists

1. First
2. Second
   * with a point below it

     and a paragraph
3. Third

* [x] Written
* [ ] Reviewed

## Hints

{% hint style="info" %}
Something to know, with \`code\`.

* and a list
{% endhint %}

{% hint style="success" %}
Something that worked.
{% endhint %}

{% hint style="warning" icon="rocket-launch" %}
## A hint with a heading

Something to be careful with.
{% endhint %}

{% hint style="danger" %}
Something that cannot be undone.
{% endhint %}

{% hint style="info" %}
שלום לכולם, docs!
{% endhint %}

* العربية أولا
* ثم غيرها

## Code

{% code title="A title that says what the code is about" lineNumbers="true" %}
\`\`\`js
${long}
const next = 1;
\`\`\`
{% endcode %}

{% code overflow="wrap" lineNumbers="true" %}
\`\`\`js
${long}
${'x'.repeat(400)}
\`\`\`
{% endcode %}

\`\`\`diff
- const before = 1;
+ const after = 2;
\`\`\`

\`\`\`
plain
\`\`\`

{% code title="long.py" expandable="true" %}
\`\`\`python
${Array.from({ length: 30 }, (_, index) => `print(${index})`).join('\n')}
\`\`\`
{% endcode %}

\`\`\`mermaid
graph LR
  A[Reader] --> B{Site}
  B --> C[Page]
\`\`\`

## Tabs

{% tabs %}
{% tab title="JavaScript" %}
\`\`\`javascript
console.log('Hello');
\`\`\`
{% endtab %}

{% tab title="Python" %}
Under the second tab.
{% endtab %}

{% tab title="A third with a long name" %}
Under the third tab.
{% endtab %}
{% endtabs %}

## Steps

{% stepper %}
{% step %}
### Write

Write a page.

\`\`\`bash
npm start
\`\`\`
{% endstep %}

{% step %}
### Import

Import the folder.
{% endstep %}
{% endstepper %}

## Columns

{% columns %}
{% column width="33%" %}
The left third.
{% endcolumn %}

{% column width="66%" %}
{% hint style="info" %}
The right two thirds.
{% endhint %}
{% endcolumn %}
{% endcolumns %}

## Details

<details>

<summary>What is inside?</summary>

Under the fold.

</details>

<details>

<summary>And what else?</summary>

More text.

</details>

## Images

<figure><img src="wide.svg" alt="A wide picture"><figcaption><p>What it shows</p></figcaption></figure>

<div><figure><img src="day.svg" alt="One"></figure> <figure><img src="night.svg" alt="Two"></figure></div>

## Files and embeds

{% file src="data.csv" %}
Numbers
{% endfile %}

{% embed url="https://www.youtube.com/watch?v=D3r4QmVJzUk" %}
A film
{% endembed %}

{% embed url="https://example.com/some/where" %}

## References

{% content-ref url="second.md" %}
[second.md](second.md)
{% endcontent-ref %}

{% content-ref url="https://example.com/a/page" %}
[page](https://example.com/a/page)
{% endcontent-ref %}

## Tables

| Role | Reads | Comments | Edits | Manages | Publishes | Deletes |
| --- | :---: | ---: | :---: | :---: | --- | --- |
| reader | yes | no | no | no | \`never_under_any_circumstances\` | no |
| admin | yes | yes | yes | yes | yes | yes |

<table><thead><tr><th width="180">Page</th><th data-type="checkbox">Done</th><th data-type="rating" data-max="5">Stars</th></tr></thead><tbody><tr><td>First</td><td>true</td><td>2</td></tr><tr><td>Import</td><td>false</td><td>4</td></tr></tbody></table>

## Cards

${cards([card('Day', 'With a cover', 'day', 'second.md'), card('Night', 'With another cover', 'night'), card('Third', 'With a text that goes over more lines than its neighbours have', 'wide', 'https://example.com/')])}

${cards([card('<i class="fa-rocket">:rocket:</i>', 'An icon over a title', '', 'second.md'), card('Plain', '', '', 'second.md')], 'large')}

## Buttons

<a href="second.md" class="button primary">First steps</a> <a href="second.md" class="button secondary" data-icon="rocket">Tables and cards</a> <button type="button" class="button secondary" data-action="ask" data-icon="sparkles">Ask a question</button>

## Updates

{% updates format="full" %}
{% update date="2025-11-25" tags="feature" %}
## A new thing

It does much.
{% endupdate %}

{% update date="2025-10-01" %}
## An older thing

It does less.
{% endupdate %}
{% endupdates %}

## Formulas

$$
\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}
$$

## Icons

<i class="fa-github">:github:</i> and <i class="fa-of-nobody">:of-nobody:</i>

{% prompt description="Summarise this page" icon="sparkles" %}
Summarise the page for somebody in a hurry.
{% endprompt %}
`;

const landing = `---
layout:
  width: wide
  title:
    visible: false
  description:
    visible: false
  tableOfContents:
    visible: false
  outline:
    visible: false
  pagination:
    visible: false
  metadata:
    visible: false
---

# Landing

<h2 align="center">Welcome to the handbook</h2>

<p align="center">Everything that you need to know, in one place.</p>

<p align="center"><a href="blocks.md" class="button primary" data-icon="rocket">Begin</a> <a href="second.md" class="button secondary">Read on</a></p>

${cards([card('<i class="fa-leaf">:leaf:</i>', 'Start here', '', 'blocks.md'), card('<i class="fa-bolt">:bolt:</i>', 'Go on there', '', 'second.md'), card('<i class="fa-star">:star:</i>', 'And there', '', 'second.md'), card('<i class="fa-heart">:heart:</i>', 'Or there', '', 'second.md'), card('<i class="fa-gem">:gem:</i>', 'Or here', '', 'second.md')])}
`;

/** A space with every block, a landing page, and pages with and without what stands around the text. */
export const gallery: Record<string, string> = {
  'README.md': '# Welcome\n\nTo the [second](second.md).\n',
  'blocks.md': blocks,
  'landing.md': landing,
  'second.md':
    '---\ndescription: All about it\nicon: rocket\n---\n\n# Second\n\n## Part\n\nunmistakable words\n\n## Other part\n\nmore words\n',
  'short.md': '# Short\n\nA page without headings.\n',
  'arabic.md': '# صفحة عربية\n\nنص عربي مع docs في الوسط.\n\n## قسم\n\n* العربية أولا\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Blocks](blocks.md)\n* [Landing](landing.md)\n\n## Group\n\n* [Second](second.md)\n  * [Short](short.md)\n* [Arabic](arabic.md)\n* [Elsewhere](https://example.com/)\n',
  'day.svg': picture('#88aaff'),
  'night.svg': picture('#223355'),
  'wide.svg': picture('#aa8866', 1600, 500),
  'data.csv': 'a,b\n1,2\n',
};
