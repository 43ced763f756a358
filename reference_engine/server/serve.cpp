#include "reference_engine/server/serve.h"

#include <csignal>
#include <iostream>
#include <thread>

namespace ttsoak {

Status serve(Engine& engine, const ServerOptions& options) {
  // A thread that waits for the signals, in place of a handler, may do anything. SIGUSR1 lets this
  // function end it.
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) ::sigaddset(&signals, signal);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  SpeechServer server(engine, options);
  if (Status error = server.start()) return error;
  std::cout << "listening on http://" << options.address << ':' << server.port() << std::endl;

  std::thread waiter([&] {
    int signal = 0;
    ::sigwait(&signals, &signal);
    server.stop();
  });
  server.run();
  ::pthread_kill(waiter.native_handle(), SIGUSR1);
  waiter.join();
  return std::nullopt;
}

}  // namespace ttsoak
