import type { ModuleMetadata } from '@nestjs/common';
import type { OperatorCommand } from './operate/operator-command';
import type { ServiceData } from './service-data';

/** What a service is made of, besides what all services have. */
export interface ServiceDefinition extends ServiceData, Pick<ModuleMetadata, 'imports' | 'controllers' | 'providers'> {
  /** What operators can have its program do, besides what all services can. */
  commands?: OperatorCommand[];
}

/** What one feature adds to its service. */
export type Feature = Required<Pick<ServiceDefinition, 'controllers' | 'providers'>>;
