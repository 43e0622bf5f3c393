/**
 * How deep blocks may nest in a document, counted from the document's own nodes. Markdown that nests deeper is
 * flattened while it is read; a JSON document that does is refused by `validateDocument`.
 */
export const maximumDepth = 64;

/** How many containers (quotes, list items) one line of Markdown may open; further markers become plain text. */
export const maximumContainers = 24;
