/** A page in jsdom that really sends by XMLHttpRequest, has `Response`, and can be moved to an address. */
import JsdomEnvironment from 'jest-environment-jsdom';

export default class JsdomWithResponse extends JsdomEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { Response, standAt: this.standAt });
  }

  private readonly standAt = (url: string): void => {
    this.dom?.reconfigure({ url });
    // The origin of jsdom's requests, which a new address alone does not change.
    Object.assign(this.global, { _origin: new URL(url).origin });
  };
}
