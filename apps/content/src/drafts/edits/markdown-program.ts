import { serveTasks } from '@bindery/service/processes';
import { readMarkdown } from './read-markdown';

/** The program of a worker: parses the Markdown of a page, and returns a `GivenBody` as JSON, which is quick to copy. */
serveTasks<string>((markdown) => JSON.stringify(readMarkdown(markdown)));
