#include "probes/inventory/cluster_name.h"

#include <random>
#include <string>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

TEST(ClusterName, WhatDiffersBetweenSiblingsIsAStar) {
  EXPECT_EQ(cluster_name("/tmp/temp_voice_ab12cd.wav"), "/tmp/temp_voice_*.wav");
  EXPECT_EQ(cluster_name("tmpx3k9f2"), "tmp*");
  EXPECT_EQ(cluster_name("/tmp/tmpk_3x9f2q.wav"), "/tmp/tmp*.wav");
  EXPECT_EQ(cluster_name("/tmp/tmpqwrtzpsd/out.wav"), "/tmp/tmp*/out.wav");
  EXPECT_EQ(cluster_name("chunk_000123.wav"), "chunk_*.wav");
  EXPECT_EQ(cluster_name("/tmp/ttsoak-fds-aBqXzk"), "/tmp/ttsoak-fds-*");
  EXPECT_EQ(cluster_name("/tmp/tmp.a8Bq2XzkPw"), "/tmp/tmp.*");
  EXPECT_EQ(cluster_name("psm_1a2b3c4d"), "psm_*");
  EXPECT_EQ(cluster_name("voice_ab_x9c3d.wav"), "voice_*.wav");
  EXPECT_EQ(cluster_name("/tmp/gradio/"
                         "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855/a.wav"),
            "/tmp/gradio/*/a.wav");
  EXPECT_EQ(cluster_name("3f2a9c1e-0b7d-abcd-9f00-deadbeefcafe.json"), "*.json");
}

TEST(ClusterName, NumbersOfThreadsAndProcessesAreStars) {
  EXPECT_EQ(cluster_name("worker-17"), "worker-*");
  EXPECT_EQ(cluster_name("worker17"), "worker*");
  EXPECT_EQ(cluster_name("ThreadPoolExecutor-0_3"), "ThreadPoolExecutor-*");
  EXPECT_EQ(cluster_name("pool-1-thread-7"), "pool-*-thread-*");
}

TEST(ClusterName, StarsSideBySideAreOne) {
  EXPECT_EQ(cluster_name("torch_1234_567_0"), "torch_*");
  EXPECT_EQ(cluster_name("2026-11-30_12:15.log"), "*.log");
}

TEST(ClusterName, WordsStay) {
  for (const char* name : {"voices/af_heart.pt",
                           "/usr/lib/x86_64-linux-gnu/libz.so.1",
                           "/dev/shm/model_cache.bin",
                           "/usr/lib/python3.11/lib-dynload/_json.cpython-311-x86_64-linux-gnu.so",
                           "prompt.mp3",
                           "voices/en_US-lessac-medium.onnx",
                           "/var/log/server.log",
                           "eventpoll",
                           "gunicorn",
                           "voice_batch.wav",
                           "/opt/kokoro/model.gguf",
                           "lib64/libtorch_cpu.so",
                           "tmpfiles",
                           "tokenizer",
                           "asyncio",
                           "uvicorn",
                           "/app/main.py",
                           "synthesizer",
                           "my_audio_stream",
                           "generate",
                           "streams",
                           "response",
                           "download",
                           "playback",
                           "previews",
                           "python"}) {
    EXPECT_EQ(cluster_name(name), name);
  }
}

TEST(ClusterName, ClusteringAClusterChangesNothing) {
  for (const char* name : {"/tmp/temp_voice_ab12cd.wav", "tmpx3k9f2", "torch_1234_567_0",
                           "pool-1-thread-7", "/tmp/tmp.a8Bq2XzkPw"}) {
    const std::string once = cluster_name(name);
    EXPECT_EQ(cluster_name(once), once);
  }
}

// What tempfile.mkstemp(prefix="voice_", suffix=".wav") makes. The dice are the same in every run.
TEST(ClusterName, OfPythonsTemporaryNamesNearlyAllAreOneFamily) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  std::mt19937_64 random(1);
  int strangers = 0;
  for (int i = 0; i < 10'000; ++i) {
    std::string name = "/tmp/voice_";
    for (int letter = 0; letter < 8; ++letter) name += kLetters[random() % kLetters.size()];
    if (cluster_name(name + ".wav") != "/tmp/voice_*.wav") ++strangers;
  }

  EXPECT_LT(strangers, 250);
}

TEST(ClusterName, OfMkstempsNamesNearlyAllAreOneFamily) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  std::mt19937_64 random(1);
  int strangers = 0;
  for (int i = 0; i < 10'000; ++i) {
    std::string name = "/tmp/voice-";
    for (int letter = 0; letter < 6; ++letter) name += kLetters[random() % kLetters.size()];
    if (cluster_name(name) != "/tmp/voice-*") ++strangers;
  }

  EXPECT_LT(strangers, 1000);
}

TEST(ClusterName, ResultCanBePrinted) {
  EXPECT_EQ(cluster_name("a\nb\x7f"), "a?b?");
  EXPECT_EQ(cluster_name("voix_\xc3\xa9t\xc3\xa9"), "voix_\xc3\xa9t\xc3\xa9");
  EXPECT_EQ(cluster_name("\xff\xc0\x80"), "???");
  EXPECT_LT(cluster_name(std::string(10'000, 'a')).size(), 210U);
}

}  // namespace
}  // namespace ttsoak
