// Packages without a CommonJS build, by name: Node loads them by require(esm), Jest has to compile them.
module.exports = [
  'mdast-util-[^/]+', 'micromark[^/]*', 'unist-util-[^/]+', 'parse5', 'entities', 'devlop', 'decode-named-character-reference',
  'character-entities[^/]*', 'ccount', 'escape-string-regexp', 'markdown-table', 'longest-streak', 'zwitch', 'fault', 'format',
  'gemoji', 'github-slugger', 'fractional-indexing', 'file-type', 'strtok3', 'token-types', 'uint8array-extras', '@tokenizer/[^/]+', '@borewit/[^/]+',
];
