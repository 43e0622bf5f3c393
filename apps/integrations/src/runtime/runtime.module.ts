import { Module } from '@nestjs/common';
import { runtimeProvider, RuntimeShutdown } from './runtime.provider';
import { ScriptRuntime } from './script-runtime';

/** Runs the scripts of integrations. */
@Module({
  providers: [runtimeProvider, RuntimeShutdown],
  exports: [ScriptRuntime],
})
export class RuntimeModule {}
