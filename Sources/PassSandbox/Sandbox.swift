#if Sandbox
internal import Hummingbird
internal import Mustache
#endif
