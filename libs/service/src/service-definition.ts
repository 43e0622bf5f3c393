import type { ModuleMetadata } from '@nestjs/common';
import type { OperatorCommand } from './operate/operator-command';
import type { ServiceData } from './service-data';

/** The parts of a service that differ from other services. */
export interface ServiceDefinition extends ServiceData, Pick<ModuleMetadata, 'imports' | 'controllers' | 'providers'> {
  /** Commands of operators that only this service has. */
  commands?: OperatorCommand[];
}
