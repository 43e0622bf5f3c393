import { serveTasks } from '@bindery/processes';
import type { PdfTask } from './pdf-task';
import { printPdf } from './print-pdf';

/** The program of a worker: prints what it is sent. */
serveTasks<PdfTask>(printPdf);
