import { parentPort, workerData } from 'node:worker_threads';
import { printPdf } from './print-pdf';
import type { PdfTask } from './pdf-task';

/** The program of a thread: prints what it was started with. */
void printPdf(workerData as PdfTask).then((bytes) => parentPort!.postMessage(bytes));
