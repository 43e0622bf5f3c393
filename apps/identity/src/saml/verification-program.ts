import { serveTasks } from '@bindery/service/processes';
import { verifyResponse, type VerificationTask } from './verify-response';

/** The program of a worker: verifies responses of identity providers. */
serveTasks<VerificationTask>(verifyResponse);
