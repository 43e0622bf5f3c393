/** How deep nodes and fragments may nest in a document; `validateDocument` refuses what is deeper. */
export const maximumDepth = 160;

/** How many containers (quotes, list items) one line of Markdown may open; further markers become plain text. */
export const maximumContainers = 24;

/** How deep blocks of tags may nest in each other, in lists and in quotes; tags of deeper ones are kept as source. */
export const maximumTagDepth = 32;

/** How deep a block may be that Markdown carries as JSON. */
export const maximumCarriedDepth = 40;
