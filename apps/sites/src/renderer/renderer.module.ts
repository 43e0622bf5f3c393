import { Module, type DynamicModule } from '@nestjs/common';
import { RevalidateRenderer } from './revalidate-renderer';

/** Reports changes to a renderer beside the platform. */
@Module({})
export class RendererModule {
  /** Without the address of a renderer the service does not consume every revision. */
  static forRoot(rendererUrl: string | undefined): DynamicModule {
    return { module: RendererModule, providers: rendererUrl ? [RevalidateRenderer] : [] };
  }
}
