import { serveTasks } from '@bindery/service/processes';
import type { PdfTask } from './pdf-task';
import { printPdf } from './print-pdf';

/** The program of a worker: prints PDFs. */
serveTasks<PdfTask>(printPdf);
