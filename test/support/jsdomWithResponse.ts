/** A page in jsdom, which sends by XMLHttpRequest for real, knows no `Response`, and can be put at an address. */
import JsdomEnvironment from 'jest-environment-jsdom';

export default class JsdomWithResponse extends JsdomEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { Response, standAt: this.standAt });
  }

  private readonly standAt = (url: string): void => {
    this.dom?.reconfigure({ url });
    // Where jsdom says its requests come from; a new address alone leaves that as it was.
    Object.assign(this.global, { _origin: new URL(url).origin });
  };
}
